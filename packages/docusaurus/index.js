import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findProblem, installedVersion, knowsPlaces, openSiteSearch, searchBox } from 'catchword/integration';
import { joinLanguages, languageOf, otherVersions, sitePages } from './site_pages.js';

const NAME = '@catchword/docusaurus';
/** Versions of Docusaurus whose content this package reads. */
const MAJORS = ['2', '3'];
const THEME = fileURLToPath(new URL('theme', import.meta.url));
/** What the theme imports to learn which versions Docusaurus would search for the page that is read. */
const CONTEXT = 'catchword-context';
const OTHER_SEARCH = /algolia|docsearch|lunr|orama|pagefind|search|typesense/i;

/**
 * Sites in development by their folders. Docusaurus makes its plugins anew when settings change, but its server keeps what the first ones
 * gave it.
 */
const developed = new Map();

/** Of sites by their folders the pages of the languages built so far, which a service has all of, and the folder of the first. */
const built = new Map();

/** The search of a Docusaurus site, as a theme: it takes the place of the search in the navigation bar. */
export default async function catchword(context, { versions, ...options } = {}) {
  const { siteDir, siteConfig, baseUrl, i18n } = context;
  const { server, folder, artefact, strict } = options;
  const warn = (message) => console.warn(`[WARNING] ${message}`);
  // Docusaurus ends the build of a site that has it twice under one id.
  if (isSecond(siteConfig, options)) {
    warn(`${NAME}: this site adds this package twice. Only the options of the first are used.`);
    return { name: NAME };
  }
  const problem = problemOf(context, options);
  if (problem !== null) {
    if (strict === true) throw new Error(`${NAME}: ${problem}`);
    warn(`${NAME}: the site has no search. ${problem}`);
    return { name: NAME };
  }
  for (const other of otherSearches(siteConfig))
    warn(
      `${NAME}: this site also has the search "${other}". Readers see only one search: remove "${other}" or this package.`,
    );
  if (versions !== undefined)
    warn(`${NAME}: the option "versions" has no effect, as Docusaurus knows its versions. Remove it.`);
  const own = ownSearchBar(siteDir);
  if (own !== undefined)
    warn(`${NAME}: readers see the search of "${own}". Remove this file, or show "@theme-original/SearchBar" in it.`);
  // `docusaurus build --dev` also has the environment of development.
  const inDevelopment = process.env.NODE_ENV !== 'production' && !process.argv.includes('build');
  const box = searchBox({ base: baseUrl, folder, server, inDevelopment });
  const site = (inDevelopment && developed.get(siteDir)) || { read: null, search: null };
  if (box.mount !== null || (artefact !== undefined && !inDevelopment)) {
    const pages = () => (box.mount === null ? allPages(siteDir, i18n.currentLocale, pagesOf(site)) : pagesOf(site));
    site.search ??= await openSiteSearch({ name: NAME, folder: siteDir, pages, options, warn });
    // Without it, a service still answers.
    if (site.search === null && box.mount !== null) return { name: NAME };
    if (inDevelopment) developed.set(siteDir, site);
  }

  function take(allContent, { setGlobalData }) {
    site.read = () => sitePages(context, allContent);
    site.search?.refresh();
    setGlobalData(settingsOf(context, options, { box, inDevelopment }, allContent));
  }

  return {
    name: NAME,
    getThemePath: () => THEME,
    injectHtmlTags: () => ({ headTags: [{ tagName: 'script', attributes: { type: 'module', src: box.script } }] }),
    /** Docusaurus before 3.2 tells the content of all plugins here. */
    contentLoaded({ allContent, actions }) {
      if (allContent !== undefined) take(allContent, actions);
    },
    /** Later ones tell it here. */
    allContentLoaded({ allContent, actions }) {
      take(allContent, actions);
    },
    configureWebpack(config, isServer) {
      const resolve = { alias: { [CONTEXT]: contextOf(siteDir) } };
      if (site.search === null || !inDevelopment || isServer) return { resolve };
      return {
        resolve,
        devServer: answering(config.devServer, site.search.middleware(box.mount)),
        plugins: [refreshing(site.search)],
      };
    },
    async postBuild({ outDir }) {
      if (box.mount !== null) {
        await site.search?.write(join(outDir, box.mount.slice(baseUrl.length)), outDir);
        return;
      }
      if (site.search === null) return;
      // A language that is built again begins another build.
      if (built.get(siteDir)?.sites.has(i18n.currentLocale) !== false) built.set(siteDir, { sites: new Map(), outDir });
      await site.search.write(null, built.get(siteDir).outDir);
    },
  };
}

/** The pages of the languages built so far, with those of one more. */
function allPages(siteDir, locale, pages) {
  const { sites } = built.get(siteDir);
  sites.set(locale, pages);
  return joinLanguages([...sites.values()]);
}

function pagesOf({ read }) {
  if (read === null) throw new Error('Docusaurus has not loaded its pages yet.');
  return read();
}

/**
 * The module with `useContextualSearchFilters`: the one that the theme of the site has, as both share the versions that readers chose. A
 * strict package manager lets only those packages find it.
 */
function contextOf(siteDir) {
  let from = createRequire(join(siteDir, 'package.json'));
  for (const name of ['@docusaurus/preset-classic', '@docusaurus/theme-classic'])
    try {
      from = createRequire(from.resolve(`${name}/package.json`));
    } catch {}
  try {
    return from.resolve('@docusaurus/theme-common');
  } catch {
    return join(THEME, 'SearchBar', 'no_context.js');
  }
}

/** What the search in the navigation bar needs to know. */
function settingsOf({ baseUrl, i18n }, options, { box, inDevelopment }, allContent) {
  const { attributes, labels = {} } = options;
  const language = languageOf(i18n);
  const others = i18n.locales.filter((locale) => locale !== i18n.currentLocale);
  return {
    // A service may have the pages of all languages; files have those of one.
    attributes: { mode: 'dialog', ...(box.mount === null && others.length > 0 && { language }), ...attributes },
    place: box.attributes,
    labels: labels[language] ?? labels[language.split('-')[0]] ?? null,
    versions: otherVersions(allContent),
    hasPlaces: knowsPlaces(options),
    inDevelopment,
    otherBases: others.map((locale) => i18n.localeConfigs[locale]?.baseUrl ?? `${baseUrl}${locale}/`),
  };
}

/** Settings of the server of development that let a handler answer before it. Its own list of handlers can have one owner only. */
function answering(settings, middleware) {
  return {
    onListening(development) {
      settings?.onListening?.(development);
      const { server } = development;
      const handlers = server.listeners('request');
      server.removeAllListeners('request');
      server.on('request', (request, response) => {
        middleware(request, response, () => {
          for (const handle of handlers) handle.call(server, request, response);
        });
      });
    },
  };
}

/** The bundler sees each edit, also one that changes no page's place. */
function refreshing(search) {
  return {
    apply({ hooks }) {
      hooks.invalid.tap(NAME, () => search.refresh());
      hooks.watchRun.tap(NAME, () => search.refresh());
    },
  };
}

/** Whether a site sets the search before, under another id. */
function isSecond(siteConfig, { id = 'default' }) {
  const own = entriesOf(siteConfig).filter(([name]) => name === NAME);
  return own.length > 1 && (own[0][1]?.id ?? 'default') !== id;
}

/** Themes and plugins of a site, with their options. Docusaurus loads plugins first. */
function entriesOf({ themes = [], plugins = [] }) {
  return [...plugins, ...themes].map((entry) => (Array.isArray(entry) ? entry : [entry]));
}

/** Names of other searches that a site sets. */
function otherSearches(siteConfig) {
  const { themeConfig } = siteConfig;
  const names = entriesOf(siteConfig).map(([name]) => name);
  const others = names.filter((name) => typeof name === 'string' && name !== NAME && OTHER_SEARCH.test(name));
  return themeConfig?.algolia === undefined ? others : ['algolia', ...others];
}

/** The site's own component in place of the search, if it shows none of the themes' own. */
function ownSearchBar(siteDir) {
  const names = ['SearchBar', 'SearchBar/index'].flatMap((name) => ['js', 'jsx', 'tsx'].map((end) => `${name}.${end}`));
  const isInstead = (path) => {
    const file = join(siteDir, path);
    return existsSync(file) && !/@theme-(?:original|init)\/SearchBar/.test(readFileSync(file, 'utf8'));
  };
  return names.map((name) => `src/theme/${name}`).find(isInstead);
}

/** Why a site cannot have this search; null when it can. */
function problemOf({ siteDir, siteConfig }, options) {
  const version = installedVersion(siteDir, '@docusaurus/core');
  const problem = findProblem({ name: NAME, generator: 'Docusaurus', majors: MAJORS, version, options });
  const hasHashes = siteConfig.future?.experimental_router === 'hash';
  return (
    problem ??
    (hasHashes ? 'This package does not work with the hash router: remove "future.experimental_router".' : null)
  );
}
