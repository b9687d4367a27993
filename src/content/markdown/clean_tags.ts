import { EndFinder } from '../../text/markdown/code_spans.ts';
import { BLOCK } from '../../text/markdown/hide_code.ts';
import { FILLER, maskTags, OUTSIDE, VARIABLE } from './mask_templates.ts';
import { embeddedPicture } from './page_link.ts';
import { componentParameters, shownByComponent } from './shown_words.ts';

/** A longer component is left as it is: a bound on the work that an unclosed one costs. In UTF-16 code units. */
const longestComponent = 100_000;
/** After so many tags without an end in a text, or characters that were searched for one, the rest are left as they are. */
const mostUnclosed = 100;
const mostSearched = 2_000_000;

/** A name between the braces of MDX. */
const EXPRESSION = /(?<![=\\{])\{[\w.$]{1,100}\}/g;
/** A string between the braces of MDX: `{' '}`. */
const STRING = /(?<![=\\{])\{(['"`])([^'"`{}\n]{0,300})\1\}/g;
/** A wiki link to a heading of the page, or an embedded file. */
const WIKI = /(!?)\[\[(#?)([^[\]\n|]{1,300})(?:\\?\|([^[\]\n]{0,300}))?\]\]/g;
/** What docfx includes from elsewhere: `[!INCLUDE [shown](file.md)]`, `[!code-cpp[name](file.cpp)]`. */
const INCLUDED = /\[!(?:INCLUDE|code(?:-\w{1,20})?)[ \t]*\[[^[\]\n]{0,200}\]\([^()\n]{0,300}\)\]/gi;
/** HTML that a component shows as it is. */
const HTML_VALUE = /\sset:html=\{("(?:[^"\\\n]|\\.)*")\}/;
/** Elements that are for programs, with what is in them. */
const PROGRAM = /^(?:script|style|template)$/i;
/** A gap that a template left, and a line of nothing else. */
const GAPS = new RegExp(`^(?:[ \\t]*${FILLER})+[ \\t]*(?:\\n|$)|${FILLER}`, 'gm');
const VALUES = new RegExp(`[${VARIABLE}${OUTSIDE}]`, 'g');

/**
 * Text without the tags of templates and components. A value that only the site's own build knows stays visible as a gap.
 * @param text without code
 * @param anchorOf the anchor of a heading of the page, by its text; null when there is none
 */
export function cleanTags(text: string, isMdx: boolean, anchorOf: (heading: string) => string | null): string {
  let plain = text;
  if (text.includes('{{') || text.includes('{%')) {
    // A line of tags goes as a whole: a blank one would end an HTML block.
    plain = maskTags(plain, FILLER).replace(GAPS, '').replace(VALUES, '…');
  }
  if (text.includes('[[')) {
    plain = plain.replace(WIKI, (link, embed: string, hash: string, name: string, label: string | undefined) => {
      if (embed === '' && hash === '') return link;
      if (embed !== '') return embedded(name, label);
      const anchor = anchorOf(name);
      return anchor === null ? (label ?? name) : `[${label ?? name}](<#${anchor}>)`;
    });
  }
  if (text.includes('[!')) plain = plain.replace(INCLUDED, '');
  return cleanComponents(isMdx ? plain.replace(EXPRESSION, '').replace(STRING, '$2') : plain, isMdx);
}

/** An embedded file: a picture, else its name. Sizes and the like stand behind the name. */
function embedded(name: string, label = ''): string {
  const picture = embeddedPicture(name);
  if (picture === null) return name.replace(/#.*/, '');
  const words = label.split(/\\?\|/).find((part) => !/^(?:\d+(?:x\d+)?|\\*)$/.test(part.trim())) ?? picture;
  const address = picture.replace(/[ \t()<>?\\]/g, (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, '0')}`);
  return `![${words.replaceAll('\\', ' ').trim()}](${address})`;
}

/** Leaves out comments, programs and the tags of components. Keeps what is between the tags, their words, links and images. */
function cleanComponents(text: string, isMdx: boolean): string {
  let out = '';
  let copied = 0;
  for (const { at, end, tag, name } of tagsOf(text, isMdx)) {
    const isAlone =
      /(?:^|\n)[ \t>]*$/.test(text.slice(Math.max(0, at - 80), at)) &&
      /^[ \t]*(?:\n|$)/.test(text.slice(end, end + 80));
    out += text.slice(copied, at) + (name === null ? '' : wordsOf(tag, name, isAlone));
    copied = end;
  }
  return out + text.slice(copied);
}

/** The tags of components that `cleanTags` leaves out. Empty: they stand alone, and nothing is read from them. */
export function* componentTags(
  text: string,
  isMdx: boolean,
): Generator<{ readonly name: string; readonly at: number; readonly isEmpty: boolean }> {
  for (const { at, tag, name } of tagsOf(text, isMdx)) {
    if (name !== null) yield { name, at, isEmpty: tag.endsWith('/>') && wordsOf(tag, name, false) === '' };
  }
}

/** What is left out of a text. Name null: a comment, a fragment or a program, with what is in it. */
interface FoundTag {
  readonly at: number;
  readonly end: number;
  readonly tag: string;
  readonly name: string | null;
}

function* tagsOf(text: string, isMdx: boolean): Generator<FoundTag> {
  const ends = new EndFinder(text);
  const pattern = new RegExp(TAG);
  let unclosed = 0;
  let searched = 0;
  for (
    let found = pattern.exec(text);
    found !== null && unclosed < mostUnclosed && searched < mostSearched;
    found = pattern.exec(text)
  ) {
    const [mark, name] = found;
    const at = found.index;
    // `List<String>` in a sentence is no tag.
    if (name !== undefined && !mark.startsWith('</') && /\w/.test(text.charAt(at - 1))) continue;
    if (mark === '<>' || mark === '</>' ? !isMdx : mark === '{/*' && !isMdx) continue;
    const end = endOf(text, at, mark, name, ends);
    if (end <= at) {
      unclosed++;
      searched += Math.min(longestComponent, text.length - at);
      continue;
    }
    const tag = text.slice(at, end);
    const isProgram = name === undefined || PROGRAM.test(name);
    if (!isProgram && !isMdx && !isComponent(tag, name, ends, end)) continue;
    yield { at, end, tag, name: isProgram ? null : name };
    pattern.lastIndex = end;
  }
}

/** Comments, programs, fragments and tags of components, which have letters of both sizes or a hyphen. */
const TAG =
  /<!--|\{\/\*|<\/?>|<\/?((?:script|style|template)(?=[\s>])|[A-Z](?=\w*[a-z])[\w.]*|[a-z]+-[a-z][\w-]*)(?=[\s/>])/g;

/** @returns the offset after a comment, program or tag; -1 when it does not end nearby */
function endOf(text: string, at: number, mark: string, name: string | undefined, ends: EndFinder): number {
  if (mark === '<!--' || mark === '{/*') {
    const end = ends.after(mark === '<!--' ? '-->' : '*/}', at + mark.length);
    return end === at + mark.length ? -1 : end;
  }
  if (name === undefined) return at + mark.length;
  if (!PROGRAM.test(name) || mark.startsWith('</')) return tagEnd(text, at);
  const close = ends.find(`</${name.toLowerCase()}`, at);
  return close === -1 ? -1 : text.indexOf('>', close) + 1;
}

/** Whether a tag outside MDX is that of a component, and not a placeholder such as `<YourName>`: it has attributes or an end. */
function isComponent(tag: string, name: string, ends: EndFinder, end: number): boolean {
  return (
    tag.startsWith('</') ||
    tag.endsWith('/>') ||
    /\s[\w:@.-]+=/.test(tag) ||
    ends.find(`</${name.toLowerCase()}>`, end) !== -1
  );
}

/** Offset after the tag that begins at `start`; -1 when it does not end nearby. */
function tagEnd(text: string, start: number): number {
  let depth = 0;
  let quote = '';
  const last = Math.min(text.length, start + longestComponent);
  for (let at = start + 1; at < last; at++) {
    const unit = text.charAt(at);
    if (unit === BLOCK) return -1;
    if (quote !== '') {
      if (unit === '\\') at++;
      else if (unit === quote) quote = '';
    } else if (unit === '"' || unit === "'" || unit === '`') quote = unit;
    else if (unit === '{') depth++;
    else if (unit === '}') depth--;
    else if (unit === '>' && depth <= 0) return at + 1;
  }
  return -1;
}

/** What readers see of a tag. @param isAlone whether nothing else is on its lines */
function wordsOf(tag: string, name: string, isAlone: boolean): string {
  const value = HTML_VALUE.exec(tag)?.[1];
  if (value !== undefined) return `\n\n${htmlOf(value)}\n\n`;
  if (IMAGE.test(name)) {
    const parameters = componentParameters(tag);
    const source = parameters.get('src') ?? '';
    return source === '' ? '' : `![${(parameters.get('alt') ?? '').replace(/[[\]\\]/g, ' ')}](<${source}>)`;
  }
  const words = shownByComponent(tag);
  if (words === '') return '';
  const parameters = componentParameters(tag);
  const href = (parameters.get('href') || parameters.get('to') || parameters.get('link') || '').replace(/[<>\s]/g, '');
  const shown = href === '' ? words : `[${words}](<${href}>)`;
  if (!isAlone) return shown;
  return href === '' ? `\n\n**${shown}**\n\n` : `\n\n${shown}\n\n`;
}

const IMAGE = /^(?:\w*Image|\w*Img|Figure|Screenshot)$/;

/** Preformatted text alone: other HTML would end at its first blank line. @param value a string as JavaScript writes it */
function htmlOf(value: string): string {
  try {
    const markup = JSON.parse(value) as string;
    return /^<pre[ >]/.test(markup) ? markup : '';
  } catch {
    return '';
  }
}
