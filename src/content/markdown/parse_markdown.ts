import type { Root } from 'mdast';
import { markdownToMdast, mdxToMdast } from 'satteri';

export type MarkdownSyntax = 'markdown' | 'mdx';

/** A tree, or why the source was not parsed and where (line and column from 1; 0 when unknown). */
export type MarkdownTree =
  | { readonly tree: Root; readonly refusal: null }
  | { readonly tree: null; readonly refusal: string; readonly line: number; readonly column: number };

/** In characters; longer than any document that a person wrote. */
export const LONGEST_MARKDOWN = 4 * 1024 * 1024;
const LONGEST_MDX = 512 * 1024;

/** Maximum nesting of containers. The parser's cost is quadratic in it; real documents nest fewer than ten. */
const DEEPEST_CONTAINERS = 100;
/** Line ends are written out: that is twice as fast as `^` at the start of each line. */
const CONTAINERS = new RegExp(
  `(?:^|[\\r\\n])(?:[ \\t]*(?:>|[-+*](?=[ \\t])|\\d{1,9}[.)](?=[ \\t]))){${DEEPEST_CONTAINERS}}`,
);

/** Maximum sum over all blocks of the squared number of emphasis marks; at the limit the parser needs about 0.5 s. */
const EMPHASIS_WORK = 7e8;

/** Maximum sum over all blocks of character references times length: the parser copies the block at each reference. */
const REFERENCE_WORK = 4e8;
/** A shorter source cannot exceed the two limits above. */
const HARMLESS_LENGTH = 20_000;

/** Each level of nested braces doubles the cost of an unclosed MDX tag. */
const DEEPEST_BRACES = 8;
const MOST_BRACES = 4000;

/**
 * Parses CommonMark with GFM, or MDX, into an mdast tree with positions. Only this module uses the parser. A few hostile
 * inputs make the parser's cost quadratic, for MDX exponential: this function refuses them.
 */
export function parseMarkdown(source: string, syntax: MarkdownSyntax): MarkdownTree {
  const refusal = syntax === 'mdx' ? mdxRefusal(source) : markdownRefusal(source);
  if (refusal !== null) return { tree: null, refusal, line: 0, column: 0 };
  const options = { features: { frontmatter: false, headingAttributes: true } };
  try {
    const tree = syntax === 'mdx' ? mdxToMdast(source, options) : markdownToMdast(source, options);
    return { tree: tree as Root, refusal: null };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const place = /^(\d+):(\d+): (.*)/.exec(message);
    if (place === null) return { tree: null, refusal: message.split('\n', 1)[0]!, line: 0, column: 0 };
    return { tree: null, refusal: place[3]!, line: Number(place[1]), column: Number(place[2]) };
  }
}

function markdownRefusal(source: string): string | null {
  if (source.length > LONGEST_MARKDOWN) return `it is longer than ${LONGEST_MARKDOWN} characters`;
  if (CONTAINERS.test(source)) return `its quotes or lists are nested more than ${DEEPEST_CONTAINERS} deep`;
  return source.length > HARMLESS_LENGTH ? costlyBlocks(source) : null;
}

/** Checks the cost limits per block, because the parser processes each block separately. */
function costlyBlocks(source: string): string | null {
  const whole = workOf(source);
  // No sum over the blocks exceeds that of the source as one block.
  if (whole.emphasis <= EMPHASIS_WORK && whole.references <= REFERENCE_WORK) return null;
  let emphasis = 0;
  let references = 0;
  for (const block of source.split(/\n[ \t]*\n/)) {
    const work = workOf(block);
    emphasis += work.emphasis;
    references += work.references;
  }
  if (emphasis > EMPHASIS_WORK) return 'its blocks have too many emphasis marks';
  return references > REFERENCE_WORK ? 'its blocks have too many character references' : null;
}

/** What the parser does for the emphasis marks and the character references of one block. */
function workOf(block: string): { readonly emphasis: number; readonly references: number } {
  let marks = 0;
  let ampersands = 0;
  for (let at = 0; at < block.length; at++) {
    const unit = block.charCodeAt(at);
    if (unit === 0x2a || unit === 0x5f || unit === 0x7e) marks++;
    else if (unit === 0x26) ampersands++;
  }
  return { emphasis: marks * marks, references: ampersands * block.length };
}

function mdxRefusal(source: string): string | null {
  if (source.length > LONGEST_MDX) return `it is longer than ${LONGEST_MDX} characters`;
  let depth = 0;
  let braces = 0;
  for (let at = source.search(/[{}]/); at < source.length && at !== -1; at++) {
    const unit = source.charCodeAt(at);
    if (unit === 0x7b) {
      braces++;
      if (++depth > DEEPEST_BRACES) return `its braces are nested more than ${DEEPEST_BRACES} deep`;
    } else if (unit === 0x7d) depth = Math.max(0, depth - 1);
  }
  if (braces > MOST_BRACES) return `it has more than ${MOST_BRACES} braces`;
  return markdownRefusal(source);
}

const references = new Map<string, string>();

/** Decodes HTML character references (`&amp;`, `&#8211;`) in raw HTML, where Markdown does not decode them. */
export function decodeReferences(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});/g, (reference) => {
    let decoded = references.get(reference);
    if (decoded === undefined) {
      const paragraph = markdownToMdast(`x${reference}x`, { position: false }) as Root;
      const block = paragraph.children[0];
      const leaf = block?.type === 'paragraph' ? block.children[0] : undefined;
      decoded = leaf?.type === 'text' ? leaf.value.slice(1, -1) : reference;
      if (references.size < 4096) references.set(reference, decoded);
    }
    return decoded;
  });
}
