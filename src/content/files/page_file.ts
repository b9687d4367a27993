/** The ending of a file that may be a page. `.qmd` is the Markdown of Quarto, `.Rmd` that of R. */
export const PAGE_FILE = /\.(?:md|mdx|markdown|qmd|rmd)$/i;
