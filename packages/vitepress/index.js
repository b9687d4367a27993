import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findProblem, installedVersion, openSiteSearch, searchBox, versionChoices } from 'catchword/integration';
import { sitePages } from './site_pages.js';

const NAME = '@catchword/vitepress';
/** Versions of VitePress whose theme has the button that this package replaces. */
const MAJORS = ['1', '2'];
const THEME_BUTTON = /(?:^|\/)VPNavBarSearch\.vue$/;
const BUTTON = fileURLToPath(new URL('client/search_button.js', import.meta.url));
const SETTINGS = 'virtual:catchword';
const OTHER_SEARCH = /algolia|docsearch|flexsearch|lunr|orama|pagefind|plugin-search|typesense/i;

/** Promises of the searches of sites: VitePress resolves its settings for the browser and for itself. Null: none is needed, or it cannot run. */
const searches = new WeakMap();

export default function catchword(options = {}) {
  let search = null;
  let box = null;
  let languages = 0;
  return {
    name: NAME,
    enforce: 'pre',
    async configResolved({ vitepress, command, logger, plugins = [] }) {
      const warn = (message) => logger.warn(message);
      const problem = problemOf(vitepress, options);
      if (problem !== null) {
        if (options.strict === true) throw new Error(`${NAME}: ${problem}`);
        return warn(`${NAME}: the site has no search. ${problem}`);
      }
      const { base, locales, themeConfig } = vitepress.site;
      languages = Object.keys(locales ?? {}).length;
      const isFirst = !searches.has(vitepress);
      if (isFirst) {
        const own = [themeConfig, ...Object.values(locales ?? {}).map((locale) => locale.themeConfig)];
        for (const provider of new Set(own.flatMap(providersOf)))
          warn(
            `${NAME}: this site also has the search "${provider}", which readers do not see. Remove it from "themeConfig".`,
          );
        for (const { name } of plugins.filter(({ name }) => OTHER_SEARCH.test(name)))
          warn(`${NAME}: this site also has the search "${name}". Remove one of the two from "vite.plugins".`);
        if (plugins.filter(({ name }) => name === NAME).length > 1)
          warn(`${NAME}: this site adds this package twice. Only the options of the first are used.`);
      }
      const { server, folder, artefact } = options;
      box = searchBox({ base, folder, server, inDevelopment: command === 'serve' });
      const isNeeded = box.mount !== null || (artefact !== undefined && command === 'build');
      if (isFirst) searches.set(vitepress, isNeeded ? followedSearch(vitepress, box.mount, options, warn) : null);
      search = await searches.get(vitepress);
      // Without it, a service still answers.
      if (search === null && box.mount !== null) box = null;
    },
    resolveId(id) {
      if (box === null) return undefined;
      if (id === SETTINGS) return `\0${SETTINGS}`;
      return THEME_BUTTON.test(id) ? BUTTON : undefined;
    },
    load(id) {
      if (id !== `\0${SETTINGS}`) return undefined;
      const { script, attributes } = box;
      const { labels = {} } = options;
      const settings = {
        script,
        attributes: { ...options.attributes, ...attributes },
        labels,
        hasLanguages: languages > 1,
        versions: versionChoices(options),
      };
      return `export default ${JSON.stringify(settings)}`;
    },
    configureServer({ middlewares, watcher }) {
      if (search === null || box?.mount == null) return;
      middlewares.use(search.middleware(box.mount));
      watcher.on('all', () => search.refresh());
    },
  };
}

/** The search of a site, which the end of the site's build writes. @param mount of its files; null: a service answers */
async function followedSearch(vitepress, mount, options, warn) {
  const pages = () => sitePages(vitepress);
  const search = await openSiteSearch({ name: NAME, folder: vitepress.root, pages, options, warn });
  if (search === null) return null;
  const { buildEnd, site } = vitepress;
  vitepress.buildEnd = async (built) => {
    await buildEnd?.(built);
    const { outDir } = built;
    await search.write(mount === null ? null : join(outDir, mount.slice(site.base.length)), outDir);
  };
  return search;
}

/** The searches that the settings of a theme name. */
function providersOf(themeConfig) {
  const provider = themeConfig?.search?.provider ?? (themeConfig?.algolia === undefined ? null : 'algolia');
  return provider === null ? [] : [provider];
}

/** Why a site cannot have this search; null when it can. */
function problemOf(site, options) {
  if (site === undefined)
    return 'This package is a plugin for VitePress: add it to "vite.plugins" of a VitePress site.';
  const version = installedVersion(site.root, 'vitepress');
  return findProblem({ name: NAME, generator: 'VitePress', majors: MAJORS, version, options });
}
