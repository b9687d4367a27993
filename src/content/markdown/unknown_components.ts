import { hideCodeOf } from './clean_markdown.ts';
import { componentTags } from './clean_tags.ts';
import { cutFrontMatter } from './front_matter/front_matter_fence.ts';
import { isSilent, shownByShortcode } from './shown_words.ts';

/** A component or shortcode of a page that shows readers something and leaves nothing in the published Markdown. */
export interface UnknownComponent {
  /** As its author writes it: `<Chart>`, `{{< chart >}}`. */
  readonly name: string;
  /** From 1. */
  readonly line: number;
}

/** Most that are listed of one page. */
const MOST = 1_000;
/** A shortcode of Hugo that opens, or stands alone. */
const SHORTCODE = /\{\{([<%])-?[ \t\n]*([\w.-]{1,100}(?:\/[\w.-]{1,100}){0,5})(?![\w/.-])[^{}]{0,4000}?[>%]\}\}/g;
/** Shortcodes that are addresses, comments, lines of a list of contents, or files that a build reads in. */
const READ =
  /^(?:ref|relref|link|comment|toc|table-of-contents|include\w*|readfile|code_sample|highlight|source|param)$/i;

/**
 * Finds the tags of a page that nothing is read from: no text between them, and no title, label or picture among their parameters.
 * @param source of the page, with its front matter and the files that it includes
 */
export function findUnknownComponents(source: string): readonly UnknownComponent[] {
  const { body, bodyLine } = cutFrontMatter(source);
  const { code, isMdx } = hideCodeOf(body);
  const { text } = code;
  const found: { readonly name: string; readonly at: number }[] = [];
  for (const { name, at, isEmpty } of componentTags(text, isMdx)) {
    if (isEmpty && !isSilent(name)) found.push({ name: `<${name}>`, at });
    if (found.length === MOST) break;
  }
  for (const [tag, mark, name] of shortcodesOf(text)) {
    if (found.length === MOST) break;
    found.push({ name: `{{${mark} ${name} ${mark === '<' ? '>' : '%'}}}`, at: tag });
  }
  let line = bodyLine;
  let counted = 0;
  return found
    .sort((a, b) => a.at - b.at)
    .map(({ name, at }) => {
      for (; counted < at; counted++) if (text.charCodeAt(counted) === 0x0a) line++;
      return { name, line };
    });
}

/** The shortcodes without an end whose parameters show nothing. */
function* shortcodesOf(text: string): Generator<readonly [at: number, mark: string, name: string]> {
  const ended = new Set([...text.matchAll(/\{\{[<%]-?[ \t\n]*\/[ \t]*([\w/.-]{1,600})/g)].map(([, name]) => name!));
  for (const match of text.matchAll(SHORTCODE)) {
    const [tag, mark, name] = match;
    if (!ended.has(name!) && !READ.test(name!) && shownByShortcode(tag) === '') yield [match.index, mark!, name!];
  }
}
