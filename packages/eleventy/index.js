import { join, resolve } from 'node:path';
import { findProblem, openSiteSearch, searchBox, versionAt, versionChoices } from 'catchword/integration';
import { searchMarkup } from './search_markup.js';
import { baseOf, joinPages, publishedPages, sitePages } from './site_pages.js';

const NAME = '@catchword/eleventy';
/** Versions of Eleventy whose events this package knows. */
const VERSIONS = '>=2.0.0-alpha <4.0.0-alpha';

/** The site in development. Eleventy reads its configuration again when that changes, and its server can keep the older handler. */
let served = null;

async function answer(request, response, next) {
  const { mount, search } = served;
  if (!(request.url ?? '').startsWith(mount())) return next();
  const open = await search();
  return open === null ? next() : open.middleware(mount())(request, response, next);
}

/** The events of configurations that have the plugin. Eleventy makes them anew when it reads a configuration again. */
const configured = new WeakSet();

export default function catchword(eleventyConfig, options = {}) {
  const { events = eleventyConfig } = eleventyConfig;
  if (configured.has(events))
    return console.warn(`${NAME}: this site adds this package twice. Only the options of the first are used.`);
  configured.add(events);
  const { folder = 'search', server, artefact, strict, labels = {} } = options;
  const place = folder.replace(/^\/+|\/+$/g, '');
  const root = process.cwd();
  const warn = (message) => console.warn(message);
  const base = () => baseOf(eleventyConfig.pathPrefix);
  const boxOf = (path) => searchBox({ base: path, folder: place, server, inDevelopment: runMode === 'serve' });
  let runMode = 'build';
  let pages = [];
  /** Opened once; it resolves to null where the search cannot run. */
  let opened = null;

  const problem = problemOf(eleventyConfig, options);
  // Templates that have the shortcode must still be built.
  eleventyConfig.addShortcode('catchword', function (language, version) {
    if (problem !== null) return '';
    const { script } = boxOf(addsPrefix(eleventyConfig) ? '/' : base());
    const { attributes } = boxOf(base());
    // The page's own language, where the site has Eleventy's plugin of languages.
    const own = textOf(language) ?? textOf(this.page?.lang);
    return searchMarkup({
      script,
      attributes: {
        ...given({ version: versionAt(textOf(this.page?.url) ?? '/', '/', versionChoices(options)) }),
        ...options.attributes,
        ...given({ language: own, version: textOf(version) }),
        ...attributes,
      },
      labels: labelsOf(labels, own),
    });
  });
  if (problem !== null) {
    if (strict === true) throw new Error(`${NAME}: ${problem}`);
    return warn(`${NAME}: the site has no search. ${problem}`);
  }

  eleventyConfig.on('eleventy.before', (event) => {
    runMode = event.runMode;
  });
  if (server !== undefined && artefact === undefined) return undefined;

  const search = () => {
    const read = () => sitePages({ root, base: base(), pages });
    opened ??= openSiteSearch({ name: NAME, folder: root, pages: read, options, warn });
    return opened;
  };
  eleventyConfig.on('eleventy.after', async ({ dir, results, incremental, outputMode }) => {
    pages = incremental === true ? joinPages(pages, results) : publishedPages(results);
    // A build of some pages says nothing about the others.
    if (incremental !== true && pages.length > 0 && !results.some(hasBox))
      warn(
        `${NAME}: no page has the search. Write {% catchword %} where you want the search, for example in a layout.`,
      );
    // In development a service has its own pages.
    if (server !== undefined && runMode === 'serve') return;
    const open = await search();
    if (open === null) return;
    const output = resolve(root, dir.output);
    if (runMode === 'serve') open.refresh();
    else if (outputMode === 'fs') await open.write(server === undefined ? join(output, place) : null, output);
  });

  if (server !== undefined) return undefined;
  served = { mount: () => boxOf(base()).mount, search };
  // Lists are replaced whole, so the owner's handlers are kept here. Plugins run after the owner's configuration.
  const { middleware = [] } = eleventyConfig.serverOptions ?? {};
  eleventyConfig.setServerOptions({ ...eleventyConfig.serverOptions, middleware: [...middleware, answer] }, true);
  return undefined;
}

function hasBox({ content }) {
  return typeof content === 'string' && content.includes('<catchword-search');
}

/** The texts of a page's language; those of the site where it has one language. */
function labelsOf(labels, language) {
  const all = Object.values(labels);
  return labels[language] ?? labels[language?.split('-')[0]] ?? (all.length === 1 ? all[0] : undefined);
}

/** Whether Eleventy's plugin adds the path prefix to the addresses of scripts. */
function addsPrefix(eleventyConfig) {
  return eleventyConfig.getFilter('htmlBaseUrl') !== undefined;
}

function given(attributes) {
  return Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined));
}

/** Templates give what they have: an object for arguments with names, and often nothing. */
function textOf(value) {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Why a site cannot have this search; null when it can. */
function problemOf(eleventyConfig, options) {
  try {
    eleventyConfig.versionCheck(VERSIONS);
  } catch {
    return `This package supports Eleventy 2 and 3; this is another version. Update ${NAME}.`;
  }
  // Eleventy compares versions itself.
  return findProblem({ name: NAME, generator: 'Eleventy', majors: [], version: null, options });
}
