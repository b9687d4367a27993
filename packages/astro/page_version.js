/**
 * `version` of the search box on a page; undefined: the page is in no folder of a version. Only this is a part of what a site runs.
 * @param {string} pathname
 * @param {string} base the site's path on its host, with slashes at its ends
 * @param {Readonly<Record<string, string>>} versions by the folder of a version
 */
export function versionOf(pathname, base, versions) {
  const path = decoded(pathname.slice(base.length)).replace(/\/$|\.html$/, '');
  const folder = Object.keys(versions).find((each) => `/${path}/`.includes(`/${each}/`));
  return versions[folder];
}

function decoded(path) {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
