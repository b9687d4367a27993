import { shorten } from './fit_rows.ts';
import { type Block, FENCE, markdownBlocks } from './markdown_blocks.ts';

/** Between pieces of a passage that do not follow each other. */
const GAP = '\n\n…\n\n';
/** The last line of a block that leads to the next: a heading, or a sentence with a colon. */
const LEAD = /^#{1,6} |:$/;
const TABLE = /^[^\n]*\n[ \t]*\|?[ \t]*:?-+:?[ \t]*\|[-:| \t]*\n/;

/**
 * The passage of a section that answers a search: the whole section when it is short enough, else its heading and the blocks from the
 * one on with which a passage has most of the words. Blocks are whole, but for the last one where it fills half of the room.
 *
 * @param markdown of the section, its heading included
 * @param words in lower case, as the text has them
 * @param most characters
 */
export function passageOf(markdown: string, words: readonly string[], most: number): string {
  const whole = markdown.trim();
  if (whole.length <= most) return whole;
  const blocks = joinLeads(markdown, markdownBlocks(markdown));
  const best = bestBlock(markdown, blocks, words, most);
  const [heading = ''] = /^#{1,6} .*/.exec(whole) ?? [];
  // A heading that takes half of the room says less than what was looked for.
  let passage = best === 0 || heading.length > most / 2 ? '' : heading;
  for (const block of blocks.slice(best)) {
    const text = textOf(markdown, block);
    const joint = passage === '' ? '' : passage === heading && best > 0 ? GAP : '\n\n';
    const room = most - passage.length - joint.length;
    if (text.length > room) return room < most / 2 ? passage : passage + joint + shortenBlock(text, words, room);
    passage += joint + text;
  }
  return passage;
}

/** Joins a heading, and a sentence that ends in a colon, with the block behind it. */
function joinLeads(markdown: string, blocks: Iterable<Block>): readonly Block[] {
  const joined: Block[] = [];
  for (const block of blocks) {
    const before = joined.at(-1);
    if (before !== undefined && LEAD.test(lastLine(markdown, before))) {
      joined[joined.length - 1] = { start: before.start, end: block.end };
    } else joined.push(block);
  }
  return joined;
}

function lastLine(markdown: string, block: Block): string {
  const text = textOf(markdown, block);
  return text.slice(text.lastIndexOf('\n') + 1);
}

function textOf(markdown: string, { start, end }: Block): string {
  return markdown.slice(start, end).trimEnd();
}

/** The first block from which on a passage has most of the words. @param most characters of the passage */
function bestBlock(markdown: string, blocks: readonly Block[], words: readonly string[], most: number): number {
  const found = blocks.map((block) => wordsIn(textOf(markdown, block), words));
  const inPassage = new Map<string, number>();
  let best = 0;
  let bestCount = 0;
  let next = 0;
  for (const [at, { start }] of blocks.entries()) {
    for (; next < blocks.length && (next <= at || blocks[next]!.end - start <= most); next++) {
      for (const word of found[next]!) inPassage.set(word, (inPassage.get(word) ?? 0) + 1);
    }
    if (inPassage.size > bestCount) {
      best = at;
      bestCount = inPassage.size;
    }
    for (const word of found[at]!) {
      const count = inPassage.get(word)! - 1;
      if (count === 0) inPassage.delete(word);
      else inPassage.set(word, count);
    }
  }
  return best;
}

function wordsIn(text: string, words: readonly string[]): readonly string[] {
  const lower = text.toLowerCase();
  return words.filter((word) => lower.includes(word));
}

/** As much of a block as has room: the rows of a table with most of the words, else the first lines. Code stays within its fence. */
function shortenBlock(text: string, words: readonly string[], most: number): string {
  const [head] = TABLE.exec(text) ?? [];
  if (head !== undefined && head.length < most / 2) return shortenTable(text, head, words, most);
  const [fence = ''] = FENCE.exec(text) ?? [];
  const end = text.lastIndexOf('\n', most - fence.length - 3);
  if (end <= most / 2) return shorten(text, most);
  return `${text.slice(0, end)}\n…${fence === '' ? '' : `\n${fence}`}`;
}

function shortenTable(text: string, head: string, words: readonly string[], most: number): string {
  const rows = text.slice(head.length).split('\n');
  const byWords = rows.map((row, at) => ({ row, at, count: wordsIn(row, words).length }));
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
