/** A version as settings, folders and people spell it: `v3.7` and `3.7` are the same. */
export function plainVersion(name: string): string {
  return name.toLowerCase().replace(/^(?:v|version[-_]?|release[-_]?)(?=\d)/, '');
}
