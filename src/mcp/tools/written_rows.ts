import { type PageRows, parseJson } from './page_rows.ts';
import { writeString } from './written_answer.ts';

/** A row of a search. Each text is as `writeString` returns it. */
export interface WrittenRow {
  readonly path: string;
  readonly canonical: string;
  readonly title: string;
  readonly description: string;
  readonly excerpt: string;
  readonly section: { readonly heading: string; readonly anchor: string } | null;
}

export interface WrittenRows {
  readonly items: readonly WrittenRow[];
  readonly total: number;
  readonly relaxed: boolean;
}

/**
 * Reads the rows of an answer to a search without decoding or parsing it: most of its members are not needed, and those that are become
 * part of another JSON text. Members come as the writer of answers orders them; any other answer is parsed.
 *
 * @param body UTF-8 JSON
 */
export function readWrittenRows(body: Uint8Array): WrittenRows {
  const text = Buffer.from(body.buffer, body.byteOffset, body.length).toString('latin1');
  return scanRows(new Scanner(text)) ?? parseRows(body);
}

function scanRows(scanner: Scanner): WrittenRows | null {
  const items: WrittenRow[] = [];
  if (!scanner.passes('{"items":[')) return null;
  while (!scanner.passes(']')) {
    if (items.length > 0 && !scanner.passes(',')) return null;
    const row = scanRow(scanner);
    if (row === null) return null;
    items.push(row);
  }
  const totals = /^,"count":\d+,"total":(\d+)(,"relaxed":true)?\}$/.exec(scanner.rest());
  return totals === null ? null : { items, total: Number(totals[1]), relaxed: totals[2] !== undefined };
}

function scanRow(scanner: Scanner): WrittenRow | null {
  const path = scanner.string('{"path":"');
  const canonical = scanner.string(',"canonical":"');
  const title = scanner.string(',"title":"');
  const description = scanner.string(',"description":"');
  // Within a string each quote has a backslash before it, so no text of a page holds what is looked for here.
  // The brace is searched for, as few others are in a row.
  scanner.goTo('{"score":');
  if (!scanner.follows(',"match":')) return null;
  scanner.goTo(',"excerpt":');
  const excerpt = scanner.string(',"excerpt":"');
  scanner.goTo(',"section":');
  const section = scanner.passes(',"section":null') ? null : scanSection(scanner);
  scanner.goTo('}}');
  if (!scanner.passes('}}') || scanner.hasFailed) return null;
  return { path, canonical, title, description, excerpt, section };
}

function scanSection(scanner: Scanner): WrittenRow['section'] {
  const heading = scanner.string(',"section":{"heading":"');
  const anchor = scanner.string(',"anchor":"');
  return { heading, anchor };
}

/** Reads JSON text from its beginning to its end. After something unexpected it has failed, and what it returns means nothing. */
class Scanner {
  hasFailed = false;
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Passes over what comes next, if that is as given. */
  passes(expected: string): boolean {
    if (!this.#text.startsWith(expected, this.#at)) return false;
    this.#at += expected.length;
    return true;
  }

  /** Goes to the next place of a text. */
  goTo(sought: string): void {
    const at = this.#text.indexOf(sought, this.#at);
    if (at === -1) this.hasFailed = true;
    else this.#at = at;
  }

  /** Whether a text stands before this place. */
  follows(before: string): boolean {
    return this.#text.startsWith(before, this.#at - before.length);
  }

  /** @param before with the opening quote @returns what stands between the quotes of the string that follows */
  string(before: string): string {
    const end = this.passes(before) ? endOfString(this.#text, this.#at) : -1;
    if (end === -1) {
      this.hasFailed = true;
      return '';
    }
    const start = this.#at;
    this.#at = end + 1;
    return this.#text.slice(start, end);
  }

  rest(): string {
    return this.#text.slice(this.#at);
  }
}

const backslash = 0x5c;

/** @param start after the opening quote @returns the place of the closing quote, or -1 */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start); end !== -1; end = text.indexOf('"', end + 1)) {
    let before = end;
    while (before > start && text.charCodeAt(before - 1) === backslash) before--;
    if ((end - before) % 2 === 0) return end;
  }
  return -1;
}

function parseRows(body: Uint8Array): WrittenRows {
  const { items, total, relaxed = false } = parseJson<PageRows>(body);
  return {
    items: items.map(({ path, canonical, title, description, match }) => ({
      path: writeString(path),
      canonical: writeString(canonical),
      title: writeString(title),
      description: writeString(description),
      excerpt: writeString(match?.excerpt ?? ''),
      section:
        match?.section == null
          ? null
          : { heading: writeString(match.section.heading), anchor: writeString(match.section.anchor) },
    })),
    total,
    relaxed,
  };
}
