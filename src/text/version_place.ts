/**
 * A version in the list of a site's versions is a name, `1.0`, or a place: the set of documents that the version is one of, and the name,
 * `api/1.0`. A place without a name, `api/`, is the version of a set that has no folder of its own in addresses.
 */

/** The name that readers see; '': it has none. */
export function nameOfVersion(version: string): string {
  return version.slice(version.lastIndexOf('/') + 1);
}

/** The set of documents; null: only the name is known. */
export function setOfVersion(version: string): string | null {
  const end = version.lastIndexOf('/');
  return end < 0 ? null : version.slice(0, end);
}

/** The names of versions, each once. */
export function namesOfVersions(versions: readonly string[]): readonly string[] {
  return [...new Set(versions.map(nameOfVersion))].filter((name) => name !== '');
}
