/**
 * Receives a piece of code: `[start, end)` offsets in the text.
 * @param isBare whether it is Markdown for the parser, which does not know the shortcode around it
 */
export type CodeSink = (start: number, end: number, isBare: boolean) => void;

/** What code spans are told apart from, or begin with. Each alternative ends at the next `<` or within a bound; names are taken whole. */
const TOKEN =
  /\\[\s\S]|`+|<!--|\{\/\*|\{\{|\{%|<([A-Za-z][\w.:-]*)(?![\w.:-])(?:[^<>"'{`]|"[^"]{0,300}"|'[^']{0,300}'|\{[^{}]{0,300}\}){0,1000}>|<[A-Za-z][A-Za-z\d+.-]{1,31}:[^\s<>]{0,1000}>/g;
/** Elements whose content is code. */
const ELEMENT = /^(?:code|kbd|samp|tt|pre|textarea|script|style)$/i;
/** MyST: a reference, whose text and target stand where other roles have code. */
const REFERENCE = /\{(?:ref|numref|term|doc|any)\}$/;
const RAW_END = /\{%-?\s*end(?:raw|verbatim)\b/;
const RAW = /^\{%-?\s*(end)?(?:raw|verbatim)\s*-?%\}/;

/** Reads the code in the paragraphs of one text, in order. */
export class CodeSpans {
  /** Whether template tags are shown as they are, between `{% raw %}` and `{% endraw %}`. */
  #isRaw = false;
  readonly #hasRaw: boolean;

  /** @param source the whole text */
  constructor(source: string) {
    this.#hasRaw = RAW_END.test(source);
  }

  /**
   * Finds the code in one paragraph: spans between as many backticks, the content of `code` and the like, and of shortcodes for code.
   * What opens first counts: a backtick in a tag or a comment opens nothing. The time is linear in the length of the text.
   */
  read(text: string, found: CodeSink): void {
    if (!/[`<{]/.test(text)) return;
    const closer = new EndFinder(text);
    TOKEN.lastIndex = 0;
    for (let token = TOKEN.exec(text); token !== null; token = TOKEN.exec(text)) {
      const [mark, element] = token;
      const start = token.index;
      let end = TOKEN.lastIndex;
      if (mark.startsWith('`')) {
        const close = closer.ticks(mark.length, end);
        if (close === -1) continue;
        if (mark.length > 1 || !REFERENCE.test(text.slice(Math.max(0, start - 8), start))) found(end, close, false);
        end = close + mark.length;
      } else if (element !== undefined) {
        const close =
          ELEMENT.test(element) && !mark.endsWith('/>') ? closer.find(`</${element.toLowerCase()}`, end) : -1;
        if (close !== -1) found(end, close, false);
        end = Math.max(end, close);
      } else if (mark === '<!--' || mark === '{/*') {
        end = closer.after(mark === '<!--' ? '-->' : '*/}', end);
      } else if (mark === '{{' || mark === '{%') {
        end = closer.after(mark === '{{' ? '}}' : '%}', end);
        if (end !== start + 2) end = this.#readTag(text, start, end, closer, found);
      }
      TOKEN.lastIndex = end;
    }
  }

  /** @returns the offset after a tag, or after the code that it opens */
  #readTag(text: string, start: number, end: number, closer: EndFinder, found: CodeSink): number {
    const tag = text.slice(start, end);
    const raw = RAW.exec(tag);
    if (raw !== null) this.#isRaw = this.#hasRaw && raw[1] === undefined;
    else if (this.#isRaw) found(start, end, false);
    const name = codeShortcode(tag);
    const close = name === null ? -1 : closer.shortcode(name, end);
    // Code with breaks is written as HTML.
    if (close === -1 || /<br\b/i.test(text.slice(end, close))) return end;
    found(end, close, true);
    return close;
  }
}

/** Finds ends in a text, from places that only move on. What was sought in vain is not sought again. */
export class EndFinder {
  readonly #text: string;
  /** The text in small letters, made when it is first needed. */
  #lower: string | null = null;
  /** The next place of each end; the length of the text when there is none. */
  readonly #next = new Map<string, number>();
  #runs: Map<number, number[]> | null = null;

  constructor(text: string) {
    this.#text = text;
  }

  /** Where the next run of exactly `length` backticks begins, or -1. */
  ticks(length: number, from: number): number {
    this.#runs ??= runsOf(this.#text);
    const places = this.#runs.get(length) ?? [];
    while (places.length > 0 && places.at(-1)! < from) places.pop();
    return places.at(-1) ?? -1;
  }

  /** @param end in small letters */
  find(end: string, from: number): number {
    const known = this.#next.get(end) ?? -1;
    if (known >= from) return known === this.#text.length ? -1 : known;
    this.#lower ??= inSmallLetters(this.#text);
    const at = this.#lower.indexOf(end, from);
    this.#next.set(end, at === -1 ? this.#text.length : at);
    return at;
  }

  /** The offset after an end; `from` when there is none. */
  after(end: string, from: number): number {
    const at = this.find(end, from);
    return at === -1 ? from : at + end.length;
  }

  shortcode(name: string, from: number): number {
    const places = [`{{</${name}`, `{{< /${name}`].map((end) => this.find(end, from)).filter((at) => at !== -1);
    return places.length === 0 ? -1 : Math.min(...places);
  }
}

/** The text in small letters, unless that moves its characters: a few letters have longer forms. */
function inSmallLetters(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text;
}

/** The places of the runs of backticks by their length, the last first. */
function runsOf(text: string): Map<number, number[]> {
  const runs = new Map<number, number[]>();
  for (let end = text.lastIndexOf('`') + 1; end > 0; ) {
    let start = end - 1;
    while (text[start - 1] === '`') start--;
    const places = runs.get(end - start);
    if (places === undefined) runs.set(end - start, [start]);
    else places.push(start);
    end = start < 2 ? 0 : text.lastIndexOf('`', start - 2) + 1;
  }
  return runs;
}

/** A shortcode whose content is code by its name or by the language that it names. */
const SHORTCODE =
  /^\{\{<[ \t]*(?:(highlight|code|code-?block|code-toggle|clients-example)\b|([\w-]+)[ \t](?=[^{}]*\b(?:code)?lang(?:uage)?[ \t]*=))/;
/** Tags with an end. Nunjucks collects a block for an include by `set`: one whose name says so is code. */
const PAIRED =
  /\{\{<[ \t]*(\/?)[ \t]*([\w-]+)|\{%-?[ \t]*(end)?(highlight\b|set(?=(?:[ \t]+\w{0,50}?[cC]ode\w{0,50})?[ \t]*-?%\}))/g;

/** The name of a tag that opens code: `{{< highlight go >}}`; null for others. */
export function codeShortcode(tag: string): string | null {
  const match = tag.endsWith('/>}}') ? null : SHORTCODE.exec(tag);
  return match === null ? null : (match[1] ?? match[2]!);
}

/** Whether nothing else is on the line of a tag. */
export function isTagLine(source: string, start: number, end: number): boolean {
  const newline = source.indexOf('\n', end);
  const line = source.slice(source.lastIndexOf('\n', start) + 1, newline === -1 ? undefined : newline);
  return line.trim().length === end - start;
}

/** The offset after a tag that closes a shortcode. */
export function tagEnd(source: string, start: number): number {
  return source.indexOf('}', start) + (source.startsWith('{%', start) ? 1 : 2);
}

/** Code as a span between backticks. */
export function spanOf(code: string): string {
  const ticks = '`'.repeat(longestRun(code) + 1);
  const space = /^`|`$|^ .* $/.test(code) ? ' ' : '';
  return ticks + space + code + space + ticks;
}

/** A fence of backticks that is longer than any run of them in a code. */
export function fenceFor(code: string): string {
  return '`'.repeat(Math.max(2, longestRun(code)) + 1);
}

/** The length of the longest run of backticks. */
function longestRun(code: string): number {
  let longest = 0;
  for (const [ticks] of code.matchAll(/`+/g)) longest = Math.max(longest, ticks.length);
  return longest;
}

/** For each opening tag of a shortcode that is closed before the next of its name: the offset of the tag that closes it. */
export function endsOfShortcodes(source: string): ReadonlyMap<number, number> {
  const ends = new Map<number, number>();
  const open = new Map<string, number>();
  for (const { 1: slash, 2: shortcode, 3: end, 4: tag, index } of source.matchAll(PAIRED)) {
    const name = shortcode ?? `%${tag}`;
    const opened = open.get(name);
    if (slash !== '/' && end === undefined) open.set(name, index);
    else if (opened !== undefined) {
      ends.set(opened, index);
      open.delete(name);
    }
  }
  return ends;
}
