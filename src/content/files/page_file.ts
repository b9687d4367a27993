/** The ending of a file that may be a page. `.qmd` is the Markdown of Quarto. */
export const PAGE_FILE = /\.(?:md|mdx|markdown|qmd)$/i;
