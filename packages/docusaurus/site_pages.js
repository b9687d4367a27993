import { join } from 'node:path';

/** Documents, posts and pages, by the names of the plugins that have them. */
const DOCS = 'docusaurus-plugin-content-docs';
const BLOG = 'docusaurus-plugin-content-blog';
const PAGES = 'docusaurus-plugin-content-pages';

/**
 * The pages of a site as the plugins of Docusaurus loaded them, in the language that is built.
 * @param {object} context `LoadContext` of Docusaurus
 * @param {object} allContent what the plugins loaded, by their names and ids
 * @returns {import('catchword/integration').SitePages}
 */
export function sitePages({ siteDir, siteConfig, baseUrl, i18n }, allContent) {
  const pages = [
    ...versionsOf(allContent).flatMap(({ docs, place }) => docs.map((doc) => ({ ...doc, version: place }))),
    ...contentsOf(allContent, BLOG).flatMap(({ blogPosts }) => blogPosts.map(({ metadata }) => metadata)),
    // Others than these are components, which have no text of their own.
    ...contentsOf(allContent, PAGES).flatMap((loaded) => loaded.filter(({ type }) => type === 'mdx')),
  ].filter(({ draft, unlisted }) => draft !== true && unlisted !== true);
  return {
    generator: 'docusaurus',
    base: baseUrl,
    language: languageOf(i18n),
    currentVersion: currentVersion(allContent),
    versions: versionsWithFolder(allContent).map(({ path }) => path),
    pages: pages.map(({ source, permalink, title, version }) => ({
      source: join(siteDir, source.replace(/^@site\//, '')),
      address: addressOf(permalink, siteConfig.trailingSlash, baseUrl),
      title,
      ...(version != null && { version }),
    })),
  };
}

/**
 * The pages of a site in several languages, which Docusaurus builds as a site each.
 * @param {readonly import('catchword/integration').SitePages[]} sites the default language first
 */
export function joinLanguages(sites) {
  return {
    ...sites[0],
    base: commonBase(sites.map(({ base }) => base)),
    versions: sites.flatMap(({ versions }) => versions),
    pages: sites.flatMap(({ language, pages }) => pages.map((page) => ({ ...page, language }))),
  };
}

/** The path around several, with slashes at its ends. */
function commonBase(bases) {
  let common = bases[0];
  while (!bases.every((base) => base.startsWith(common))) common = common.replace(/[^/]*\/$/, '');
  return common;
}

/** BCP 47 tag of the language that is built. */
export function languageOf({ currentLocale, localeConfigs }) {
  return localeConfigs[currentLocale]?.htmlLang ?? currentLocale;
}

/**
 * The versions beside the latest ones, by the tags that Docusaurus gives a search for the page that is read.
 * @returns {Record<string, { place: string, path: string, folder: string | null }>}
 */
export function otherVersions(allContent) {
  const others = versionsOf(allContent).filter(({ place, isLast }) => place !== null && !isLast);
  return Object.fromEntries(others.map(({ tag, place, path, folder }) => [tag, { place, path, folder }]));
}

/** The latest version of the first documents, which are mostly the main ones. */
function currentVersion(allContent) {
  return versionsWithFolder(allContent).find(({ isLast }) => isLast)?.folder;
}

/** The versions that have a folder of their own in addresses. */
function versionsWithFolder(allContent) {
  return versionsOf(allContent).filter(({ folder }) => folder !== null);
}

/** The versions of all instances, each with its folder in addresses and its place in the search; null: it is alone. */
function versionsOf(allContent) {
  return instancesOf(allContent, DOCS).flatMap(([id, { loadedVersions }]) =>
    loadedVersions.map((version) => {
      const { versionName, path, isLast, docs } = version;
      const folder = folderOf(version, loadedVersions);
      // A list of versions has commas between its places.
      const place = loadedVersions.length > 1 ? `${id}/${folder ?? ''}`.replaceAll(',', '%2C') : null;
      return { tag: `docs-${id}-${versionName}`, path: path.replace(/(?<=.)\/$/, ''), isLast, docs, folder, place };
    }),
  );
}

/** The folder of a version in addresses; null: it has none, and is around the others or alone. */
function folderOf(version, versions) {
  const around = `${version.path.replace(/\/$/, '')}/`;
  const beside = versions.filter((other) => other !== version);
  if (beside.length === 0 || beside.some(({ path }) => path.startsWith(around))) return null;
  return decodeURI(version.path.replace(/\/$/, '').replace(/^.*\//s, ''));
}

/** What each instance of a plugin loaded. */
function contentsOf(allContent, plugin) {
  return instancesOf(allContent, plugin).map(([, content]) => content);
}

/** The same with their ids. One whose folder is missing loaded nothing. */
function instancesOf(allContent, plugin) {
  return Object.entries(allContent[plugin] ?? {}).filter(([, content]) => content != null);
}

/** Slashes at the end are those that the routes get, which come later than the permalinks: docusaurus.io/docs/api/docusaurus-config. */
function addressOf(permalink, trailingSlash, baseUrl) {
  const { pathname } = new URL(permalink, 'http://site');
  if (trailingSlash === undefined || pathname === '/' || pathname === baseUrl) return pathname;
  return pathname.replace(/\/?$/, trailingSlash ? '/' : '');
}
