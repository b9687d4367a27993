/** Every bound of the tools. Sizes and lengths are in characters (Unicode code points). Documented in `site/docs/reference/mcp.md`. */
export const toolCaps = {
  searchRows: { minimum: 1, maximum: 20, default: 8 },
  relatedRows: { minimum: 1, maximum: 50, default: 20 },
  contentsRows: { minimum: 1, maximum: 100, default: 50 },
  depth: { minimum: 1, maximum: 3, default: 1 },
  /** Maximum size of an answer: its texts and its structured part together. */
  searchSize: 12_000,
  relatedSize: 16_000,
  contentsSize: 16_000,
  /** Maximum length of the text in one answer of `read`. */
  readSize: 20_000,
  /** Maximum number of headings in one answer of `read`. */
  headings: 100,
  /** Maximum number of tags that `contents` lists. */
  tags: 100,
  fault: 500,
  title: 200,
  quotedQuery: 80,
} as const;
