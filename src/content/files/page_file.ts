/** The ending of a file that may be a page. `.qmd` is the Markdown of Quarto, `.Rmd` that of R. */
export const PAGE_FILE = /\.(?:md|mdx|markdown|qmd|rmd)$/i;

/** The folders above a file, the innermost first: `a/b` and `a` of `a/b/c.md`. */
export function foldersAbove(file: string): string[] {
  const folders: string[] = [];
  for (let slash = file.lastIndexOf('/'); slash > 0; slash = file.lastIndexOf('/', slash - 1))
    folders.push(file.slice(0, slash));
  return folders;
}
