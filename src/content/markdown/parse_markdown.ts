import type { Root } from 'mdast';
import { markdownToMdast, mdxToMdast } from 'satteri';
import { hideCode } from '../../text/markdown/hide_code.ts';
import { findCode, type MarkdownCode } from '../../text/markdown/markdown_code.ts';
import { costlyMarkdown, type MarkdownBounds } from '../../text/markdown/markdown_cost.ts';
import type { ContentWarning } from '../site_content.ts';
import { maskDirectives, maskTemplates } from './mask_templates.ts';
import { collapse } from './page_text_builder.ts';

export type MarkdownSyntax = 'markdown' | 'mdx';

/** A tree, or why the source was not parsed and where (line and column from 1; 0 when unknown). */
export type MarkdownTree =
  | { readonly tree: Root; readonly refusal: null }
  | { readonly tree: null; readonly refusal: string; readonly line: number; readonly column: number };

/** In characters; longer than any document that a person wrote. */
const LONGEST_MARKDOWN = 2.5 * 1024 * 1024;
const BOUNDS: MarkdownBounds = { length: LONGEST_MARKDOWN, emphasis: 7e8, references: 1e8, titles: 7e8 };

const LONGEST_MDX = 512 * 1024;
/** Maximum number of tags and expressions times length: the cost of unclosed ones. At the limit the parser needs up to 1.5 s; pages that people wrote reach 1e8. */
const TAG_WORK = 1.5e8;
/** Each level of nested braces doubles the cost of an unclosed MDX tag. */
const DEEPEST_BRACES = 8;
const MOST_BRACES = 4000;

/**
 * Parses CommonMark with GFM, or MDX, into an mdast tree with positions. Only this module uses the parser. A few hostile
 * inputs make the parser's cost quadratic, for MDX exponential: this function refuses them, by their bytes alone.
 */
export function parseMarkdown(source: string, syntax: MarkdownSyntax): MarkdownTree {
  const refusal = syntax === 'mdx' ? mdxRefusal(source) : costlyMarkdown(source, BOUNDS);
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

function mdxRefusal(source: string): string | null {
  if (source.length > LONGEST_MDX) return `it is longer than ${LONGEST_MDX} characters`;
  let depth = 0;
  let braces = 0;
  let tags = 0;
  for (let at = source.search(/[{}<]/); at < source.length && at !== -1; at++) {
    const unit = source.charCodeAt(at);
    if (unit === 0x3c) tags++;
    else if (unit === 0x7b) {
      braces++;
      if (++depth > DEEPEST_BRACES) return `its braces are nested more than ${DEEPEST_BRACES} levels deep`;
    } else if (unit === 0x7d) depth = Math.max(0, depth - 1);
  }
  if (braces > MOST_BRACES) return `it has more than ${MOST_BRACES} braces`;
  if ((tags + braces) * source.length > TAG_WORK) return 'it has too many tags and braces for its length';
  return costlyMarkdown(source, BOUNDS);
}

/** A body's tree. */
export interface ParsedBody {
  readonly tree: Root;
  /** The text without templates that it was parsed from, which has the same lines. */
  readonly source: string;
  /** Finds the code of the body itself, or of the text that it was made of. */
  codeOf(text: string): MarkdownCode;
}

/**
 * Parses a body as MDX or Markdown. One that cannot be parsed is read as plain text, with a warning.
 * @param firstLine of the body in the file; @param warnings gets what cannot be read
 */
export function parseBody(file: string, body: string, firstLine: number, warnings: ContentWarning[]): ParsedBody {
  const warn = ({ line, column, refusal }: MarkdownTree & { tree: null }, what: string, rule: string) => {
    const message = `Cannot read ${what}: ${refusal}`;
    warnings.push({ file, line: firstLine + Math.max(0, line - 1), column: Math.max(1, column), message, rule });
  };
  if (/\.mdx$/i.test(file)) {
    const codeOf = codeFinder(body, true);
    const source = maskDirectives(body, codeOf);
    const parsed = parseMarkdown(source, 'mdx');
    if (parsed.tree !== null) return { tree: parsed.tree, source, codeOf };
    warn(parsed, 'the page as MDX, so it is read as Markdown', 'mdx');
  }
  const codeOf = codeFinder(body, false);
  const source = body.length > LONGEST_MARKDOWN ? body : maskBody(file, body, codeOf);
  const parsed = parseMarkdown(source, 'markdown');
  if (parsed.tree !== null) return { tree: parsed.tree, source, codeOf };
  warn(parsed, 'the page as Markdown, so it is read as plain text', 'markdown');
  const paragraphs = body.split(/\n[ \t]*\n/).map((value): Root['children'][number] => {
    return { type: 'paragraph', children: [{ type: 'text', value: collapse(value) }] };
  });
  return { tree: { type: 'root', children: paragraphs }, source: body, codeOf };
}

/** Finds code; that of the body once. */
function codeFinder(body: string, isMdx: boolean): ParsedBody['codeOf'] {
  let own: MarkdownCode | null = null;
  return (text) => {
    if (text !== body) return findCode(text, isMdx);
    own ??= findCode(body, isMdx);
    return own;
  };
}

/** A span between single backticks whose value is shown in its place. */
const SPAN = /(?<!`)`(\uFDD3\d+\uFDD4)`(?!`)/g;
const VALUE = /^(?:r[ \t]|\{(?:r|python|julia|ojs)\}[ \t]?)\S/;

/** A body without templates; R Markdown and Quarto without the code whose value only the build knows: `r nrow(data)` and `{python} len(data)`. */
function maskBody(file: string, body: string, codeOf: ParsedBody['codeOf']): string {
  if (!/\.(?:r|q)md$/i.test(file)) return maskTemplates(body, codeOf);
  const hidden = hideCode(body, codeOf(body));
  return maskTemplates(
    hidden.show(hidden.text.replace(SPAN, (span, sign: string) => (VALUE.test(hidden.show(sign)) ? '' : span))),
  );
}

const REFERENCE = /&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});/g;
const MOST_KNOWN = 4096;
/** The definitions of references, for the next text. */
let known = new Map<string, string>();

/** Decodes HTML character references (`&amp;`, `&#8211;`) in raw HTML, where Markdown does not decode them. */
export function decodeReferences(text: string): string {
  if (!text.includes('&')) return text;
  const missing = new Set((text.match(REFERENCE) ?? []).filter((reference) => !known.has(reference)));
  if (missing.size > 0) decodeAll([...missing]);
  const decoded = text.replace(REFERENCE, (reference) => known.get(reference)!);
  if (known.size > MOST_KNOWN) known = new Map();
  return decoded;
}

/** Decodes references in one call of the parser, each in a paragraph of its own: its cost is quadratic in those of one block. */
function decodeAll(references: readonly string[]): void {
  const source = references.map((reference) => `x${reference}x`).join('\n\n');
  const { children } = markdownToMdast(source, { position: false }) as Root;
  for (const [at, reference] of references.entries()) {
    const block = children[at];
    const leaf = block?.type === 'paragraph' ? block.children[0] : undefined;
    known.set(reference, leaf?.type === 'text' ? leaf.value.slice(1, -1) : reference);
  }
}
