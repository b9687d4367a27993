import { shorten } from './fit_rows.ts';
import { type Block, FENCE, markdownBlocks } from './markdown_blocks.ts';
import { comparable, hasWord, type SoughtWord } from './sought_words.ts';

/** Between pieces of a passage that do not follow each other. */
const GAP = '\n\n…\n\n';
const HEADING = /^#{1,6} .*/;
/** The last line of a block that leads to the next: a heading, or a sentence with a colon. */
const LEAD = /^#{1,6} |:$/;
/** A table with what leads to it, to the line below its first row. */
const TABLE = /^(?:[^|]*\n\n)?[^\n]*\n[ \t]*(?:\|[ \t]*)?:?-+:?[ \t]*\|[-:| \t]*\n/;
const FENCES = new RegExp(FENCE, 'gm');

/** What is left of the weight of a word in further blocks, once a block that has it is shown. */
const REPEATED = 0.5;
/** How much more words count in the section that the search found. */
const IN_SECTION = 1.5;

/** Blocks and words that are compared: all of them for every block that is shown. */
const MOST_PIECES = 1_000;
const MOST_WORDS = 16;

/** A block of a page with what leads to it. */
interface Joined extends Block {
  end: number;
  /** The last heading above its text; empty: there is none, or it is too long to show. */
  heading: string;
  /** Where that begins; -1: there is none. */
  headingAt: number;
  /** Whether the text begins with a heading. */
  readonly isHeaded: boolean;
}

interface Piece extends Pick<Joined, 'start' | 'heading' | 'headingAt' | 'isHeaded'> {
  readonly at: number;
  text: string;
}

/**
 * The passage of a page that answers a search: the whole page when it is short enough, else the blocks with most of the words, rare ones
 * first, in their order and under their headings. Blocks are whole, but for the best one where it has no room.
 *
 * @param most characters
 * @param section the one that the search found
 */
export function passageOf(markdown: string, sought: readonly SoughtWord[], most: number, section: Block): string {
  const whole = markdown.trim();
  const words = sought.slice(0, MOST_WORDS);
  if (whole.length <= most) return whole;
  const pieces = readPieces(markdown, most, section);
  const texts = pieces.map(({ text }) => comparable(text));
  const has = texts.map((text) => words.map((word) => hasWord(text, word)));
  const weights = words.map((_, word) => Math.log(1 + pieces.length / (1 + has.filter((found) => found[word]).length)));
  const shown = new Set<Piece>();
  const headings = new Set<number>();
  const sizeOf = ({ text, heading, headingAt, isHeaded }: Piece) =>
    text.length +
    (isHeaded || heading === '' || headings.has(headingAt) ? 0 : heading.length + GAP.length) +
    (shown.size > 0 ? GAP.length : 0);
  const isFound = ({ start }: Piece) => start >= section.start && start < section.end;
  for (let room = most; ; ) {
    let best = shown.size === 0 ? (pieces.find(isFound) ?? pieces[0]) : undefined;
    let bestWeight = 0;
    for (const piece of pieces) {
      if (shown.has(piece) || (shown.size > 0 && sizeOf(piece) > room)) continue;
      let weight = has[piece.at]!.reduce((sum, found, word) => (found ? sum + weights[word]! : sum), 0);
      if (isFound(piece)) weight *= IN_SECTION;
      if (weight <= bestWeight) continue;
      best = piece;
      bestWeight = weight;
    }
    if (best === undefined) return joinPieces(pieces.filter((piece) => shown.has(piece)));
    if (sizeOf(best) > room) best.text = shortenBlock(best.text, words, room - (sizeOf(best) - best.text.length));
    room -= sizeOf(best);
    shown.add(best);
    headings.add(best.headingAt);
    for (const word of words.keys()) if (has[best.at]![word]) weights[word]! *= REPEATED;
  }
}

/**
 * The blocks of a page, of many those around the section. A heading, and a sentence that ends in a colon, are one with the block behind
 * them.
 */
function readPieces(markdown: string, most: number, section: Block): Piece[] {
  const joined: Joined[] = [];
  let heading = '';
  let headingAt = -1;
  let isLead = false;
  for (const { start, end } of markdownBlocks(markdown)) {
    const text = markdown.slice(start, end).trimEnd();
    const own = HEADING.exec(text)?.[0];
    // A heading that takes half of the room says less than what was looked for.
    if (own !== undefined) [heading, headingAt] = [own.length > most / 2 ? '' : own, start];
    const before = joined.at(-1);
    if (isLead && before !== undefined) {
      before.end = end;
      if (before.isHeaded) [before.heading, before.headingAt] = [heading, headingAt];
    } else joined.push({ start, end, heading, headingAt, isHeaded: own !== undefined });
    isLead = LEAD.test(lastLine(text));
  }
  const found = joined.findIndex(({ start }) => start >= section.start);
  const first = Math.max(0, Math.min(found - MOST_PIECES / 2, joined.length - MOST_PIECES));
  return joined.slice(first, first + MOST_PIECES).map(({ start, end, heading, headingAt, isHeaded }, at) => {
    return { at, start, heading, headingAt, isHeaded, text: markdown.slice(start, end).trimEnd() };
  });
}

function lastLine(text: string): string {
  return text.slice(text.lastIndexOf('\n') + 1);
}

/** @param shown in their order */
function joinPieces(shown: readonly Piece[]): string {
  let passage = '';
  let last: Piece | null = null;
  for (const piece of shown) {
    const { at, text, heading, headingAt, isHeaded } = piece;
    if (last !== null) passage += at === last.at + 1 ? '\n\n' : GAP;
    if (!isHeaded && heading !== '' && headingAt !== last?.headingAt) passage += heading + GAP;
    passage += text;
    last = piece;
  }
  return passage;
}

/** As much of a block as has room: the rows of a table with most of the words, else the first lines. Code stays within its fence. */
function shortenBlock(text: string, words: readonly SoughtWord[], most: number): string {
  const [head] = TABLE.exec(text.slice(0, most)) ?? [];
  if (head !== undefined && head.length < most / 2) return shortenTable(text, head, words, most);
  const [fence = ''] = text.match(FENCES) ?? [];
  const end = text.lastIndexOf('\n', most - fence.length - 3);
  if (end <= most / 2) return shorten(text, most);
  const cut = text.slice(0, end);
  const isInCode = (cut.match(FENCES) ?? []).length % 2 === 1;
  return `${cut}\n…${isInCode ? `\n${fence}` : ''}`;
}

function shortenTable(text: string, head: string, words: readonly SoughtWord[], most: number): string {
  const rows = text.slice(head.length).split('\n');
  const byWords = rows.map((row, at) => ({ row, at, count: countWords(row, words) }));
  byWords.sort((a, b) => b.count - a.count || a.at - b.at);
  const shown: typeof byWords = [];
  let room = most - head.length - 2;
  for (const row of byWords) {
    if (row.row.length >= room) continue;
    shown.push(row);
    room -= row.row.length + 1;
  }
  if (shown.length === 0) return head + shorten(byWords[0]!.row, room);
  const inOrder = shown.sort((a, b) => a.at - b.at).map(({ row }) => row);
  return `${head}${inOrder.join('\n')}\n…`;
}

function countWords(text: string, words: readonly SoughtWord[]): number {
  const compared = comparable(text);
  return words.filter((word) => hasWord(compared, word)).length;
}
