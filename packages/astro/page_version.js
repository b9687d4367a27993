/**
 * `version` of the search box on a page; undefined: the page is in no folder of a version. Only this is a part of what a site runs.
 * @param {string} pathname
 * @param {string} base the site's path on its host, with slashes at its ends
 * @param {Readonly<Record<string, string>>} versions by the folder of a version
 */
export function versionOf(pathname, base, versions) {
  const folder = pathname
    .slice(base.length)
    .split('/')
    .find((each) => Object.hasOwn(versions, each));
  return versions[folder];
}
