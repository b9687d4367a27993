import { decodeReferences } from './parse_markdown.ts';

/** Receives the readable content of HTML, in order. */
export interface HtmlSink {
  words(text: string): void;
  /** Ends a block: words before and after it are in different blocks. */
  border(): void;
  /** @param isImage whether the target is the address of a picture */
  link(target: string, isImage: boolean): void;
  code(text: string): void;
}

/** No alternative matches past the next `<`, except an unclosed comment, so the cost is linear. */
const TAG =
  /<!--[\s\S]*?(?:-->|$)|<(\/?)([A-Za-z][\w.:-]*)((?:[^<>"'{]|"[^"<]*"|'[^'<]*'|\{[^{}<]*\})*|[^<>]*)>|<[!?][^<>]*>/g;
/** A value in quotes, perhaps in the braces of JSX, or without quotes. An expression in braces is not a value. */
const VALUE = String.raw`\s*=\s*(?:(?:\{\s*)?(?:"([^"]*)"|'([^']*)'|\x60([^\x60$]*)\x60)|([^\s"'\x60{}=<>]+))`;
const LINK_ATTRIBUTE = new RegExp(String.raw`(?:^|[\s"'])(?:href|to)${VALUE}`, 'i');
const SOURCE_ATTRIBUTE = new RegExp(String.raw`(?:^|[\s"'])src${VALUE}`, 'i');
const IMAGE = /^(?:img|image)$/i;
const INLINE =
  /^(?:a|abbr|acronym|b|bdi|bdo|big|cite|code|data|del|dfn|em|font|i|img|ins|kbd|label|mark|nobr|q|rp|rt|ruby|s|samp|small|span|strike|strong|sub|sup|time|tt|u|var|wbr|link|nuxtlink|routerlink)$/i;
/** Elements of Vue and docfx, whose attributes name an element and an API. */
const NO_LINK = /^(?:teleport|xref)$/i;
const SILENT = /^(?:script|style|template|noscript|svg)$/i;
/** Elements whose content is code: it has words but no links. */
export const CODE_ELEMENT = /^(?:code|kbd|samp|tt|pre|textarea)$/i;

/**
 * Reads HTML or JSX source: words between tags, link targets, and `pre` as code. Comments, scripts, styles and the tags
 * themselves are dropped. Broken markup is read as text.
 */
export function scanHtml(html: string, sink: HtmlSink): void {
  let at = 0;
  /** Name of the code element that the scan is in. */
  let code: string | null = null;
  TAG.lastIndex = 0;
  for (let match = TAG.exec(html); match !== null; match = TAG.exec(html)) {
    if (match.index > at) sink.words(decodeReferences(html.slice(at, match.index)));
    at = TAG.lastIndex;
    const name = match[2];
    if (name === undefined) continue;
    const opening = match[1] === '' && !match[3]!.endsWith('/');
    if (CODE_ELEMENT.test(name)) {
      if (code === null && opening) code = name.toLowerCase();
      else if (code === name.toLowerCase() && match[1] === '/') code = null;
    }
    if (match[1] === '' && code === null) {
      const target =
        /href|to/i.test(match[3]!) && !NO_LINK.test(name) ? attributeValue(LINK_ATTRIBUTE, match[3]!) : null;
      if (target !== null) sink.link(target, false);
      const image = IMAGE.test(name) ? attributeValue(SOURCE_ATTRIBUTE, match[3]!) : null;
      if (image !== null) sink.link(image, true);
    }
    if (/^br$/i.test(name)) sink.words(' ');
    else if (!INLINE.test(name)) sink.border();
    if (opening && (SILENT.test(name) || /^pre$/i.test(name))) {
      const close = endOf(html, name, at);
      if (/^pre$/i.test(name)) sink.code(preText(html.slice(at, close.start)));
      at = close.end;
      TAG.lastIndex = close.end;
      code = null;
    }
  }
  if (at < html.length) sink.words(decodeReferences(html.slice(at)));
}

/** The value of an attribute among those of an element, or null. */
function attributeValue(attribute: RegExp, attributes: string): string | null {
  const match = attribute.exec(attributes);
  return match === null ? null : decodeReferences(match[1] ?? match[2] ?? match[3] ?? match[4]!);
}

function endOf(html: string, name: string, from: number): { start: number; end: number } {
  const closing = new RegExp(`</${name}\\s*>`, 'gi');
  closing.lastIndex = from;
  const close = closing.exec(html);
  return close === null ? { start: html.length, end: html.length } : { start: close.index, end: closing.lastIndex };
}

function preText(html: string): string {
  return decodeReferences(html.replace(TAG, ''));
}
