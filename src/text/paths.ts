/** Paths of files, folders and pages, with slashes between their segments. */

/** The folder of a file or folder; '' is the root. */
export function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** The name of a file or folder, without its folder. */
export function lastSegment(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The folders above a file, the innermost first: `a/b` and `a` of `a/b/c.md`. */
export function foldersAbove(file: string): string[] {
  const folders: string[] = [];
  for (let slash = file.lastIndexOf('/'); slash > 0; slash = file.lastIndexOf('/', slash - 1))
    folders.push(file.slice(0, slash));
  return folders;
}
