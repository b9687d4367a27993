/** Bounds of the files for language models. Documented in `site/docs/reference/site-files.md`. */
export const llmsLimits = {
  /** `llms.txt`, in bytes: some 65,000 tokens. */
  listBytes: 256 * 1024,
  /** `llms-full.txt`, in bytes: some million tokens. */
  textBytes: 4 * 1024 * 1024,
  /** Sections: pages in no collection, then the first collections as declared. */
  sections: 256,
  /** A title and a description in `llms.txt`, in characters. */
  titleCharacters: 200,
  descriptionCharacters: 300,
} as const;
