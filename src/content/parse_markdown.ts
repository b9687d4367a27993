import type { Root } from 'mdast';
import { markdownToMdast, mdxToMdast } from 'satteri';

export type MarkdownSyntax = 'markdown' | 'mdx';

/** A tree, or the reason why the source was not parsed and the place (line and column from 1, 0 when there is none). */
export type MarkdownTree =
  | { readonly tree: Root; readonly refusal: null }
  | { readonly tree: null; readonly refusal: string; readonly line: number; readonly column: number };

/** More characters than this are no document that a person wrote. */
export const LONGEST_MARKDOWN = 4 * 1024 * 1024;
const LONGEST_MDX = 512 * 1024;

/** Nesting that the parser's cost grows with the square of; real documents stay below ten. */
const DEEPEST_CONTAINERS = 100;
const CONTAINERS = new RegExp(`^(?:[ \\t]*(?:>|[-+*](?=[ \\t])|\\d{1,9}[.)](?=[ \\t]))){${DEEPEST_CONTAINERS}}`, 'm');

/** Sum over the blocks of the squared number of emphasis marks; at the limit the parser needs about half a second. */
const EMPHASIS_WORK = 7e8;

/** Sum over the blocks of character references times length: the parser copies a block's text at every one of them. */
const REFERENCE_WORK = 4e8;
/** A source shorter than this stays below both limits whatever it holds. */
const HARMLESS_LENGTH = 20_000;

/** Nested braces double the cost of finding that an MDX tag does not close. */
const DEEPEST_BRACES = 8;
const MOST_BRACES = 4000;

/**
 * Parses CommonMark with GFM, and MDX when asked to, into an mdast tree with positions. This module alone knows the
 * parser. Its cost is quadratic, for MDX exponential, on a few hostile shapes: those are recognised here and refused.
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

/** Every block is parsed by itself, so what counts is how much of one thing meets in one block. */
function costlyBlocks(source: string): string | null {
  let emphasis = 0;
  let references = 0;
  for (const block of source.split(/\n[ \t]*\n/)) {
    let marks = 0;
    let ampersands = 0;
    for (let at = 0; at < block.length; at++) {
      const unit = block.charCodeAt(at);
      if (unit === 0x2a || unit === 0x5f || unit === 0x7e) marks++;
      else if (unit === 0x26) ampersands++;
    }
    emphasis += marks * marks;
    references += ampersands * block.length;
  }
  if (emphasis > EMPHASIS_WORK) return 'its blocks have too many emphasis marks';
  return references > REFERENCE_WORK ? 'its blocks have too many character references' : null;
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

/** Decodes HTML character references (`&amp;`, `&#8211;`) in raw HTML, where Markdown leaves them as they stand. */
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
