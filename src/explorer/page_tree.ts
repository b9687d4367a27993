import {
  convertMdastToHastHandle,
  createMdastHandle,
  dropHandle,
  HastReader,
  MdastReader,
  materializeHastTree,
  materializeMdastTree,
  serializeHandle,
} from 'satteri';
import { costlyMarkdown, type MarkdownBounds } from '../text/markdown/markdown_cost.ts';
import { longestRendered, type PageTree, type TreeNode } from './html_tree.ts';
import * as labels from './view/explorer_labels.ts';

/** At each bound the parser needs up to 0.15 s. What is left out of a page, such as tags, may have made it longer or shorter. */
const bounds: MarkdownBounds = { length: 2 * longestRendered, emphasis: 3e8, references: 5e7, titles: 2e8 };
/** A page of so many takes 0.1 s, and twice that for the first reader. The largest tables that people wrote have 48,000. */
const mostNodes = 50_000;
const tooMany = labels.manyElements(mostNodes);
/** Sum of the depths of all elements: each is written once for each that contains it. */
const mostDepths = 2_000_000;
/** Functions that walk the tree call themselves at each level. The deepest page that people wrote has 49. */
const deepest = 400;

const INLINE_BLOCK = /^(?:paragraph|heading|tableCell)$/;
/** Nodes of Markdown that become an element and a line end. */
const BLOCK = /^(?:paragraph|listItem|blockquote|tableRow)$/;
/** What a node counts that becomes many: a heading gets an anchor and a line in the outline, the parser looks up each footnote among all. */
const COUNTED: Readonly<Record<string, number>> = { heading: 5, footnoteReference: 20 };
const TAG = /<(\/?)([A-Za-z][^\s/>]*)([^<>]*)/g;
/** Elements that are never open, or that the next of their kind closes. */
const UNNESTED =
  /^(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr|p|li|dd|dt|option|optgroup|tr|td|th|tbody|thead|tfoot|colgroup|rp|rt)$/;
/** Elements that the HTML parser opens again in each block until they are closed. */
const FORMATTING = /^(?:b|big|code|em|font|i|s|small|strike|strong|tt|u)$/;
/** Elements that do not end with the paragraph that they begin in. */
const BARRIER = /^(?:applet|marquee|math|object|svg|table|template|button)$/;

/**
 * Parses Markdown into a tree of HTML. What would be too deep or too large is refused before it is made: a table has each cell of its
 * first row in all rows, and a tag that is not closed contains or repeats itself in all that follows. The answer depends on the
 * Markdown alone.
 */
export function parsePage(markdown: string): PageTree {
  const costly = costlyMarkdown(markdown, bounds);
  if (costly !== null) return { tree: null, refusal: costly };
  const source = createMdastHandle(markdown, { headingAttributes: true, frontmatter: false }, false);
  try {
    const reader = new MdastReader(serializeHandle(source));
    // Half a million nodes would take long to count one by one.
    const refusal = reader.nodeCount > mostNodes ? tooMany : sizeOf(materializeMdastTree(reader) as TreeNode);
    if (refusal !== null) return { tree: null, refusal };
    const html = convertMdastToHastHandle(source, { rawHtml: true });
    try {
      const tree = materializeHastTree(new HastReader(serializeHandle(html))) as TreeNode;
      const excess = sizeOf(tree);
      return excess === null ? { tree, refusal: null } : { tree: null, refusal: excess };
    } finally {
      dropHandle(html);
    }
  } finally {
    dropHandle(source);
  }
}

/** Why a tree, or the HTML that is made of it, is too large; null when it is not. */
function sizeOf(root: TreeNode): string | null {
  const open = new OpenTags();
  const stack: { readonly node: TreeNode; readonly depth: number; readonly isEnd: boolean }[] = [
    { node: root, depth: 1, isEnd: false },
  ];
  let nodes = 0;
  let depths = 0;
  while (stack.length > 0) {
    const { node, depth, isEnd } = stack.pop()!;
    if (isEnd) {
      open.endBlock();
      continue;
    }
    const isBlock = INLINE_BLOCK.test(node.type);
    if (isBlock) nodes += open.startBlock();
    else if (node.type === 'html') nodes += open.read(node.value ?? '');
    else if (node.type === 'table') nodes += 2 * cellsOf(node);
    nodes += COUNTED[node.type] ?? (BLOCK.test(node.type) ? 2 : 1);
    if (depth + open.depth > deepest) return labels.nestedDeep(deepest);
    depths += depth + open.depth;
    if (depths > mostDepths) return labels.manyNested;
    const children = node.children ?? [];
    if (nodes + stack.length + children.length > mostNodes) return tooMany;
    if (isBlock) stack.push({ node, depth, isEnd: true });
    for (let at = children.length - 1; at >= 0; at--)
      stack.push({ node: children[at]!, depth: depth + 1, isEnd: false });
  }
  return null;
}

/** Cells that a table gets beside those that are written. */
function cellsOf({ children = [] }: TreeNode): number {
  const columns = children[0]?.children?.length ?? 0;
  return children.reduce((sum, row) => sum + Math.max(0, columns - (row.children?.length ?? 0)), 0);
}

/** The tags of raw HTML that are open. Only the order of tags counts, so that broken HTML has a depth too. */
class OpenTags {
  /** Elements that are open, by name. */
  readonly #open = new Map<string, number>();
  /** Those of them that were opened in the block and end with it. */
  #inBlock = new Map<string, number>();
  /** Formatting elements that are open, by their tag: three equal ones are opened again at most. */
  readonly #formatting = new Map<string, { readonly name: string; count: number }>();
  #reopened = 0;
  #depth = 0;

  get depth(): number {
    return this.#depth + this.#reopened;
  }

  /** @returns the elements that are opened again in a block */
  startBlock(): number {
    this.#inBlock.clear();
    return this.#reopened;
  }

  endBlock(): void {
    for (const [name, count] of this.#inBlock) {
      this.#open.set(name, this.#open.get(name)! - count);
      this.#depth -= count;
    }
    this.#inBlock.clear();
  }

  /** Reads the tags of HTML, up to what is too deep. @returns the number of elements */
  read(html: string): number {
    let elements = 0;
    for (const [tag, slash, written] of html.matchAll(TAG)) {
      const name = written!.toLowerCase();
      elements += 1 + this.#reopened;
      if (UNNESTED.test(name)) continue;
      if (FORMATTING.test(name)) this.#format(name, tag, slash !== '');
      else if (slash !== '') this.#close(name);
      else this.#start(name);
      if (this.depth > deepest) break;
    }
    return elements;
  }

  #start(name: string): void {
    this.#open.set(name, (this.#open.get(name) ?? 0) + 1);
    this.#depth++;
    if (!BARRIER.test(name)) this.#inBlock.set(name, (this.#inBlock.get(name) ?? 0) + 1);
  }

  #close(name: string): void {
    const count = this.#open.get(name) ?? 0;
    if (count === 0) return;
    this.#open.set(name, count - 1);
    this.#depth--;
    const inBlock = this.#inBlock.get(name) ?? 0;
    if (inBlock > 0) this.#inBlock.set(name, inBlock - 1);
  }

  #format(name: string, tag: string, isEnd: boolean): void {
    if (!isEnd) {
      const same = this.#formatting.get(tag);
      if (same === undefined) this.#formatting.set(tag, { name, count: 1 });
      else if (same.count === 3) return;
      else same.count++;
      this.#reopened++;
      return;
    }
    for (const [key, same] of this.#formatting) {
      if (same.name !== name) continue;
      if (--same.count === 0) this.#formatting.delete(key);
      this.#reopened--;
      return;
    }
  }
}
