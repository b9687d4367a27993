/** The part of a syntax tree, of Markdown or HTML, that the explorer reads. */
export interface TreeNode {
  readonly type: string;
  tagName?: string;
  properties?: Record<string, unknown>;
  children?: TreeNode[];
  value?: string;
}

/** The HTML of a page, or why there is none: then its text is shown as it is. */
export type PageTree =
  | { readonly tree: TreeNode; readonly refusal: null }
  | { readonly tree: null; readonly refusal: string };

/** Of longer Markdown only the beginning is rendered. In UTF-16 code units. */
export const longestRendered = 256 * 1024;

/** Parses Markdown into a tree of HTML. */
export type ParsePage = (markdown: string) => PageTree;
