import type { Root } from 'mdast';
import { hideCode } from '../../text/hide_code.ts';
import type { ContentWarning } from '../site_content.ts';
import { maskDirectives, maskTemplates } from './mask_templates.ts';
import { collapse } from './page_text_builder.ts';
import { LONGEST_MARKDOWN, type MarkdownTree, parseMarkdown } from './parse_markdown.ts';

/** A body's tree, and the text without templates that it was parsed from, which has the same lines. */
export interface ParsedBody {
  readonly tree: Root;
  readonly source: string;
  readonly isMdx: boolean;
}

/**
 * Parses a body as MDX or Markdown. One that cannot be parsed is read as plain text, with a warning.
 * @param firstLine of the body in the file; @param warnings gets what cannot be read
 */
export function parseBody(file: string, body: string, firstLine: number, warnings: ContentWarning[]): ParsedBody {
  const warn = (parsed: MarkdownTree & { tree: null }, what: string, rule: string) => {
    const line = parsed.line === 0 ? firstLine : parsed.line + firstLine - 1;
    warnings.push({
      file,
      line,
      column: Math.max(1, parsed.column),
      message: `Cannot read ${what}: ${parsed.refusal}`,
      rule,
    });
  };
  if (/\.mdx$/i.test(file)) {
    const source = maskDirectives(body);
    const parsed = parseMarkdown(source, 'mdx');
    if (parsed.tree !== null) return { tree: parsed.tree, source, isMdx: true };
    warn(parsed, 'the page as MDX, so it is read as Markdown', 'mdx');
  }
  const source = body.length > LONGEST_MARKDOWN ? body : maskTemplates(withoutValues(file, body));
  const parsed = parseMarkdown(source, 'markdown');
  if (parsed.tree !== null) return { tree: parsed.tree, source, isMdx: false };
  warn(parsed, 'the page as Markdown, so it is read as plain text', 'markdown');
  return { tree: { type: 'root', children: plainBlocks(body) }, source: body, isMdx: false };
}

/** A span between single backticks whose value is shown in its place. */
const SPAN = /(?<!`)`(\uFDD3\d+\uFDD4)`(?!`)/g;
const VALUE = /^(?:r[ \t]|\{(?:r|python|julia|ojs)\}[ \t]?)\S/;

/** R Markdown and Quarto without the code whose value only the build knows: `r nrow(data)` and `{python} len(data)`. */
function withoutValues(file: string, body: string): string {
  if (!/\.(?:r|q)md$/i.test(file)) return body;
  const code = hideCode(body);
  return code.show(code.text.replace(SPAN, (span, sign: string) => (VALUE.test(code.show(sign)) ? '' : span)));
}

/** Paragraphs of a text that could not be parsed. */
function plainBlocks(body: string): Root['children'] {
  return body
    .split(/\n[ \t]*\n/)
    .map((value) => ({ type: 'paragraph', children: [{ type: 'text', value: collapse(value) }] }));
}
