import { existsSync, readdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findProblem, installedVersion, openSiteSearch, searchBox, versionChoices } from 'catchword/integration';
import { readLocal } from './read_local.js';
import { baseOf, hasLanguages, sitePages, unknownPatterns } from './site_pages.js';

export const NAME = '@catchword/astro';
/** Versions of Astro whose routes and collections this package reads. */
const MAJORS = ['6', '7'];
const OTHER_SEARCH = /algolia|docsearch|lunr|orama|pagefind|typesense/i;
const SETTINGS = 'virtual:catchword';
const COLLECTIONS = 'virtual:catchword/collections';
/** The list of pages that Astro makes, in the folder of the search. */
const LIST = 'pages.json';

export default function catchword(options = {}) {
  const { folder = 'search', server, artefact, strict, collections: patterns = {} } = options;
  const place = folder.replace(/^\/+|\/+$/g, '');
  let warn = () => {};
  let search = null;
  let box = null;
  let config = null;
  let routes = [];
  /** Reads the entries of the collections, which only Astro's own modules know. */
  let readEntries = null;
  let built = null;
  let command = '';

  async function pages() {
    const collections = await readEntries();
    const isStarlight = config.integrations.some(({ name }) => name === '@astrojs/starlight');
    const root = fileURLToPath(config.root);
    return sitePages({ root, config, routes, collections, patterns, built, isStarlight });
  }

  const integration = {
    name: NAME,
    hooks: {
      async 'astro:config:setup'(setup) {
        // The logger writes the name itself.
        warn = (message) => setup.logger.warn(message.replace(`${NAME}: `, ''));
        config = setup.config;
        command = setup.command;
        const first = config.integrations.find(({ name }) => name === NAME);
        // Starlight hands on copies of its plugins' integrations.
        if (first.hooks['astro:config:setup'] !== integration.hooks['astro:config:setup'])
          return warn('this site adds this package twice. Only the options of the first are used.');
        for (const { name } of config.integrations.filter(({ name }) => OTHER_SEARCH.test(name)))
          warn(`this site also has the search "${name}". Remove one of the two from "integrations".`);
        setup.updateConfig({ vite: { plugins: [vitePlugin()] } });
        const root = fileURLToPath(config.root);
        const problem = problemOf(root, options);
        if (problem !== null) {
          if (strict === true) throw new Error(`${NAME}: ${problem}`);
          return warn(`the site has no search. ${problem}`);
        }
        box = boxOf(config);
        const isNeeded =
          box.mount === null ? artefact !== undefined && command === 'build' : ['dev', 'build'].includes(command);
        if (!isNeeded) return;
        search = await openSiteSearch({ name: NAME, folder: root, pages, options, warn });
        if (search === null) {
          // A service still answers.
          if (box.mount !== null) box = null;
          return;
        }
        const entrypoint = new URL('client/pages_endpoint.js', import.meta.url);
        setup.injectRoute({ pattern: `/${place}/${LIST}`, entrypoint, prerender: true });
      },
      'astro:config:done'(done) {
        config = done.config;
        // Integrations that come later can change the base.
        if (box !== null) box = boxOf(config);
      },
      'astro:routes:resolved'(resolved) {
        if (search === null) return;
        routes = resolved.routes;
        for (const [name, pattern] of unknownPatterns(patterns, routes))
          warn(`the pages of the collection "${name}" are not found. The site has no route "${pattern}".`);
        search.refresh();
      },
      async 'astro:build:done'({ dir, pages: done }) {
        if (search === null) return;
        const folder = fileURLToPath(dir);
        const target = join(folder, place);
        const list = join(target, LIST);
        built = done.map(({ pathname }) => pathname);
        readEntries = () => JSON.parse(readFileSync(list, 'utf8'));
        try {
          await search.write(box.mount === null ? null : target, folder);
        } finally {
          // Readers do not need it.
          rmSync(list, { force: true });
          if (box.mount === null) removeEmpty(target);
        }
      },
    },
  };
  return integration;

  function boxOf(site) {
    return searchBox({ base: baseOf(site), folder: place, server, inDevelopment: command === 'dev' });
  }

  /** What the component and the list of pages import, and who answers searches in development. */
  function vitePlugin() {
    return {
      name: NAME,
      enforce: 'post',
      resolveId(id) {
        return id === SETTINGS || id === COLLECTIONS ? `\0${id}` : undefined;
      },
      load(id) {
        if (id === `\0${SETTINGS}`) return `export default ${JSON.stringify(settings())}`;
        if (id === `\0${COLLECTIONS}`) return collectionsModule(fileURLToPath(config.srcDir));
        return undefined;
      },
      configureServer(vite) {
        // Astro also starts servers that nobody reaches, to read its own configuration.
        if (search === null || vite.httpServer === null) return undefined;
        readEntries = () => readLocal(vite, box.mount + LIST);
        vite.watcher.on('all', () => search.refresh());
        // Astro puts its checks of bases and slashes first, when all plugins are there, and they know no address of the search.
        return () => vite.middlewares.stack.unshift({ route: '', handle: search.middleware(box.mount) });
      },
    };
  }

  function settings() {
    if (box === null) return null;
    const { script, attributes } = box;
    const { labels = {} } = options;
    return {
      script,
      labels,
      attributes: { mode: 'dialog', ...options.attributes },
      place: attributes,
      hasLanguages: hasLanguages(config),
      base: baseOf(config),
      versions: versionChoices(options),
    };
  }
}

/** In place of the search, for a site that cannot have it: components of the owner can still import the box. */
export function noSearch() {
  const plugin = {
    name: NAME,
    resolveId: (id) => (id === SETTINGS ? `\0${SETTINGS}` : undefined),
    load: (id) => (id === `\0${SETTINGS}` ? 'export default null' : undefined),
  };
  const hooks = { 'astro:config:setup': ({ updateConfig }) => updateConfig({ vite: { plugins: [plugin] } }) };
  return { name: NAME, hooks };
}

/** Removes a folder without files. */
function removeEmpty(folder) {
  if (existsSync(folder) && readdirSync(folder).length === 0) rmdirSync(folder);
}

/** Astro tells the entries of a collection by its name, and the names only by the file that declares them. */
function collectionsModule(folder) {
  const file = ['ts', 'mts', 'js', 'mjs'].map((ending) => join(folder, `content.config.${ending}`)).find(existsSync);
  return file === undefined
    ? 'export const collections = {};'
    : `export { collections } from ${JSON.stringify(file.replaceAll('\\', '/'))};`;
}

/** Why a site cannot have this search; null when it can. */
function problemOf(root, options) {
  const version = installedVersion(root, 'astro');
  return findProblem({ name: NAME, generator: 'Astro', majors: MAJORS, version, options });
}
