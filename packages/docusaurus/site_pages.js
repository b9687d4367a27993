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
    ...versionsOf(allContent).flatMap(({ docs }) => docs),
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
    pages: pages.map(({ source, permalink, title }) => ({
      source: join(siteDir, source.replace(/^@site\//, '')),
      address: addressOf(permalink, siteConfig.trailingSlash, baseUrl),
      title,
    })),
  };
}

/** BCP 47 tag of the language that is built. */
export function languageOf({ currentLocale, localeConfigs }) {
  return localeConfigs[currentLocale]?.htmlLang ?? currentLocale;
}

/**
 * The versions that readers see beside the latest one: their names in addresses, by their paths.
 * @returns {Record<string, string>}
 */
export function otherVersions(allContent) {
  const others = versionsWithFolder(allContent).filter(({ isLast }) => !isLast);
  return Object.fromEntries(others.map(({ path, folder }) => [path, folder]));
}

/** The latest version of the first documents, which are mostly the main ones. */
function currentVersion(allContent) {
  return versionsWithFolder(allContent).find(({ isLast }) => isLast)?.folder;
}

/** The versions that have a folder of their own in addresses. */
function versionsWithFolder(allContent) {
  return contentsOf(allContent, DOCS).flatMap(({ loadedVersions }) =>
    loadedVersions
      .map((version) => ({ path: version.path, isLast: version.isLast, folder: folderOf(version, loadedVersions) }))
      .filter(({ folder }) => folder !== null),
  );
}

/** The folder of a version in addresses; null: it has none, and is around the others or alone. */
function folderOf(version, versions) {
  const around = `${version.path.replace(/\/$/, '')}/`;
  const beside = versions.filter((other) => other !== version);
  if (beside.length === 0 || beside.some(({ path }) => path.startsWith(around))) return null;
  return decodeURI(version.path.replace(/\/$/, '').replace(/^.*\//s, ''));
}

function versionsOf(allContent) {
  return contentsOf(allContent, DOCS).flatMap(({ loadedVersions }) => loadedVersions);
}

/** What each instance of a plugin loaded. One whose folder is missing loaded nothing. */
function contentsOf(allContent, plugin) {
  return Object.values(allContent[plugin] ?? {}).filter((content) => content != null);
}

/** Slashes at the end are those that the routes get, which come later than the permalinks: docusaurus.io/docs/api/docusaurus-config. */
function addressOf(permalink, trailingSlash, baseUrl) {
  const { pathname } = new URL(permalink, 'http://site');
  if (trailingSlash === undefined || pathname === '/' || pathname === baseUrl) return pathname;
  return pathname.replace(/\/?$/, trailingSlash ? '/' : '');
}
