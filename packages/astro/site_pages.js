import { join } from 'node:path';

const MARKDOWN = /\.(?:md|mdx|markdown|mdown|mkd|mkdn|mdwn|mdoc)$/i;

/**
 * The pages of a site as Astro resolved them: entries of content collections, and Markdown files that are pages themselves.
 * @param {object} site
 * @param {string} site.root folder of the project
 * @param {object} site.config `AstroConfig`
 * @param {readonly object[]} site.routes of the hook `astro:routes:resolved`
 * @param {Readonly<Record<string, readonly { id: string, file?: string, title?: string }[]>>} site.collections entries by collection
 * @param {Readonly<Record<string, string>>} [site.patterns] route of a collection, where its name does not tell it
 * @param {readonly string[] | null} [site.built] paths of the built pages; null: none are built
 * @param {boolean} [site.isStarlight]
 * @returns {import('catchword/integration').SitePages}
 */
export function sitePages({ root, config, routes, collections, patterns = {}, built = null, isStarlight = false }) {
  const base = baseOf(config);
  const published = built === null ? null : new Set(built.map(bare));
  const isPublished = (route, path) => published === null || !route.isPrerendered || published.has(bare(path));
  const page = (route, file, path, title) => ({
    source: join(root, file),
    address: addressOf(base, path, config, isIndex(route), built !== null),
    language: languageOf(path, config.i18n),
    title,
  });
  const own = routes
    .filter(({ type, pathname, entrypoint }) => type === 'page' && pathname && MARKDOWN.test(entrypoint))
    .filter((route) => isPublished(route, route.pathname))
    .map((route) => page(route, route.entrypoint, route.pathname));
  const entries = Object.entries(collections).flatMap(([name, list]) => {
    const route = routeOf(name, routes, isStarlight ? { docs: '[...slug]', ...patterns } : patterns);
    if (route === undefined) return [];
    return list.flatMap(({ id, file, title }) => {
      const path = file && pathsOf(route, id, isStarlight).find((each) => isPublished(route, each));
      return path ? [page(route, file, path, title)] : [];
    });
  });
  return {
    generator: isStarlight ? 'starlight' : 'astro',
    base,
    language: tagOf(localesOf(config.i18n).find((each) => folderOf(each) === config.i18n.defaultLocale)),
    pages: [...own, ...entries],
  };
}

/** The site's path on its host, with slashes at its ends. */
export function baseOf({ base }) {
  const path = bare(base);
  return path === '' ? '/' : `/${path}/`;
}

/** Whether readers of a site have several languages. */
export function hasLanguages({ i18n }) {
  return localesOf(i18n).length > 1;
}

/** The patterns that the owner names and the site does not have. */
export function unknownPatterns(patterns, routes) {
  return Object.entries(patterns).filter(([name]) => routeOf(name, routes, patterns) === undefined);
}

/** The route whose pages are the entries of a collection: the one that the owner names, or that of the collection's name. */
function routeOf(name, routes, patterns) {
  const pages = routes.filter(({ type }) => type === 'page');
  if (Object.hasOwn(patterns, name)) return pages.find(({ pattern }) => bare(pattern) === bare(patterns[name]));
  return pages.find(({ pattern }) => bare(pattern).replace(/\/\[[^/\]]+\]$/, '') === name && pattern.endsWith(']'));
}

/** The paths that an entry can have, the likeliest first: pages may or may not show the word `index` of an id. */
function pathsOf(route, id, isStarlight) {
  const short = id.replace(/(?:^|\/)index$/, '');
  const ids = short === id ? [id] : isStarlight ? [short] : [short, id];
  return ids.map((each) => pathOf(route, each)).filter((each) => each !== null);
}

/** An id with as many folders as the route has parameters; the parameter of many folders has the rest. */
function pathOf({ segments, generate }, id) {
  const parts = segments.flat().filter(({ dynamic }) => dynamic);
  const folders = id === '' ? [] : id.split('/');
  const spare = folders.length - parts.filter(({ spread }) => !spread).length;
  if (spare < 0 || (spare > 0 && !parts.some(({ spread }) => spread))) return null;
  const parameters = {};
  for (const { spread, content } of parts) {
    if (!spread) parameters[content] = folders.shift();
    else parameters[content.slice(3)] = folders.splice(0, spare).join('/') || undefined;
  }
  return generate(parameters);
}

/** The address as Astro writes it: docs.astro.build/en/reference/configuration-reference, `build.format` and `trailingSlash`. */
function addressOf(base, path, { build, trailingSlash }, hasFolder, isBuilt) {
  const below = bare(path);
  const isFile = build.format === 'file' || (build.format === 'preserve' && !hasFolder);
  // Where slashes are required, the server of development knows no files.
  const endsWithName = isFile && (isBuilt || trailingSlash !== 'always');
  const whole = (ending) => new URL(`${base}${below}${ending}`, 'http://localhost').pathname;
  if (below === '') return trailingSlash === 'never' && base !== '/' ? base.slice(0, -1) : base;
  if (endsWithName) return whole('.html');
  return whole(trailingSlash === 'never' ? '' : '/');
}

/** Whether a page is the `index` of its folder. */
function isIndex({ entrypoint }) {
  return /(?:^|\/)index\.\w+$/.test(entrypoint);
}

/** The tag of the language whose folder a path begins with. */
function languageOf(path, i18n) {
  const [first] = bare(path).split('/');
  return tagOf(localesOf(i18n).find((locale) => folderOf(locale) === first));
}

function localesOf(i18n) {
  return i18n?.locales ?? [];
}

function folderOf(locale) {
  return typeof locale === 'string' ? locale : locale.path;
}

function tagOf(locale) {
  return typeof locale === 'object' ? locale.codes[0] : locale;
}

/** A path without slashes at its ends and without escapes. */
function bare(path) {
  const inner = path.replace(/^\/+|\/+$/g, '');
  try {
    return decodeURI(inner);
  } catch {
    return inner;
  }
}
