import type { StringList } from '../artefact/string_list.ts';

/** Words `[from, to)` of the list that are within `distance` edits of what is typed, or begin with something that is. */
export interface WordRange {
  readonly from: number;
  readonly to: number;
  readonly distance: number;
}

export interface WalkOptions {
  /** Most edits, 0 to 2. */
  readonly most: number;
  /** Whether a word also matches when only its beginning is near to the typed text. */
  readonly prefix: boolean;
}

/** Sorted by code point. */
type SortedWords = Pick<StringList, 'bytes' | 'starts'>;

/** Cost of an edit of the first letter, which people get right most often. */
export const FIRST_LETTER = 2;
/** The longest word, in letters: the tokeniser cuts longer ones. */
const LONGEST = 64;

/**
 * Finds the words near to a typed one by optimal string alignment: insertions, deletions, substitutions and swaps of neighbours
 * cost 1 each, those that involve the first letter `FIRST_LETTER`. Walks the sorted list as a trie and enters only branches that
 * can still match. Work depends on the words and the typed word alone, so every machine finds the same.
 *
 * @param typed folded, 1 to 64 letters; a longer one finds nothing
 * @param from, to where to look: at all words with some beginning
 * @returns ranges in the order of the walk. In a prefix walk a range may lie within an earlier one that is farther away. `nodes`
 * counts the branches entered
 */
export function walkWords(
  words: SortedWords,
  typed: string,
  options: WalkOptions,
  from = 0,
  to = words.starts.length - 1,
): { ranges: WordRange[]; nodes: number } {
  const letters = Array.from(typed, (letter) => letter.codePointAt(0)!);
  if (letters.length === 0 || letters.length > LONGEST) return { ranges: [], nodes: 0 };
  const walk = new Walk(words, Uint32Array.from(letters), options);
  walk.visit(from, to, 0, 0, 0);
  return { ranges: walk.ranges, nodes: walk.nodes };
}

class Walk {
  readonly ranges: WordRange[] = [];
  nodes = 0;
  readonly #bytes: Buffer;
  readonly #starts: Uint32Array;
  readonly #typed: Uint32Array;
  readonly #most: number;
  readonly #prefix: boolean;
  /** Letters of the current branch. */
  readonly #letters = new Uint32Array(LONGEST + 4);
  /**
   * Row d, column i: the distance of the first d letters of the branch from the first i letters typed. Only columns from d - most
   * to d + most are computed; `#most + 1` stands for any larger distance.
   */
  readonly #rows: Uint8Array;
  readonly #width: number;

  constructor({ bytes, starts }: SortedWords, typed: Uint32Array, options: WalkOptions) {
    this.#bytes = bytes;
    this.#starts = starts;
    this.#typed = typed;
    this.#most = options.most;
    this.#prefix = options.prefix;
    this.#width = typed.length + 1;
    this.#rows = new Uint8Array((LONGEST + 4) * this.#width).fill(options.most + 1);
    this.#rows[0] = 0;
    for (let i = 1; i <= Math.min(typed.length, options.most); i++) {
      this.#rows[i] = Math.min(options.most + 1, FIRST_LETTER + i - 1);
    }
  }

  /**
   * Visits the branch of the words `[from, to)`, which share their first `byte` bytes and `depth` letters.
   * @param rowLeast the least distance in the branch's row
   */
  visit(from: number, to: number, byte: number, depth: number, rowLeast: number): void {
    this.nodes++;
    const whole = this.#rows[depth * this.#width + this.#typed.length]!;
    let most = this.#most;
    if (whole <= most && this.#prefix) {
      this.ranges.push({ from, to, distance: whole });
      // Below this branch, only nearer words add to the result.
      most = whole - 1;
    }
    let at = from;
    if (this.#starts[at + 1]! - this.#starts[at]! === byte) {
      if (whole <= this.#most && !this.#prefix) this.ranges.push({ from: at, to: at + 1, distance: whole });
      at++;
    }
    if (rowLeast > most || depth >= this.#typed.length + this.#most) return;
    // Another first letter takes more edits than one.
    const isSettled = rowLeast === most || (depth === 0 && most < FIRST_LETTER);
    if (isSettled) this.#seekBranches(at, to, byte, depth, most);
    else this.#visitBranches(at, to, byte, depth, most);
  }

  /** Visits every branch of the words `[from, to)` whose row has a distance of at most `most`. */
  #visitBranches(from: number, to: number, byte: number, depth: number, most: number): void {
    for (let at = from; at < to; ) {
      const start = this.#starts[at]! + byte;
      const length = sequenceLength(this.#bytes[start]!);
      const end = this.#endOfBranch(at, to, byte, length);
      this.#letters[depth] = this.#letterAt(start, length);
      const least = this.#computeRow(depth + 1);
      if (least <= most) this.visit(at, end, byte + length, depth + 1, least);
      at = end;
    }
  }

  /** Like `#visitBranches`, when no edit of the next letter is left: only a typed letter goes on, so few branches are looked up. */
  #seekBranches(from: number, to: number, byte: number, depth: number, most: number): void {
    if (from === to) return;
    const wanted = this.#lettersThatGoOn(depth, most);
    let at = from;
    for (const letter of wanted) {
      const length = letter < 0x80 ? 1 : letter < 0x800 ? 2 : letter < 0x10000 ? 3 : 4;
      at = this.#firstWithLetter(at, to, byte, letter);
      if (at === to) return;
      const start = this.#starts[at]! + byte;
      if (this.#letterAt(start, sequenceLength(this.#bytes[start]!)) !== letter) continue;
      const end = this.#endOfBranch(at, to, byte, length);
      this.#letters[depth] = letter;
      const least = this.#computeRow(depth + 1);
      if (least <= most) this.visit(at, end, byte + length, depth + 1, least);
      at = end;
    }
  }

  /** Letters that keep a distance of `most`, ascending: the next ones typed, and the one that completes a swap. */
  #lettersThatGoOn(depth: number, most: number): number[] {
    const letters: number[] = [];
    const typed = this.#typed;
    const row = depth * this.#width;
    const last = Math.min(typed.length - 1, depth + this.#most);
    for (let i = Math.max(0, depth - this.#most); i <= last; i++) {
      if (this.#rows[row + i]! <= most) addInOrder(letters, typed[i]!);
      // A swap may read the row above.
      if (i > 0 && depth > 0 && typed[i] === this.#letters[depth - 1]) addInOrder(letters, typed[i - 1]!);
    }
    return letters;
  }

  /** The first of the words `[from, to)` whose letter at `byte` is not before `letter`. */
  #firstWithLetter(from: number, to: number, byte: number, letter: number): number {
    let low = from;
    let high = to;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const start = this.#starts[middle]! + byte;
      if (this.#letterAt(start, sequenceLength(this.#bytes[start]!)) < letter) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Computes the row of a branch of `depth` letters. @returns its least distance */
  #computeRow(depth: number): number {
    const rows = this.#rows;
    const width = this.#width;
    const own = depth * width;
    const above = own - width;
    const most = this.#most;
    const letter = this.#letters[depth - 1]!;
    const typed = this.#typed;
    const first = Math.max(0, depth - most);
    const last = Math.min(typed.length, depth + most);
    let least = most + 1;
    for (let i = first; i <= last; i++) {
      let distance: number;
      if (i === 0) distance = FIRST_LETTER + depth - 1;
      else {
        const edit = i === 1 || depth === 1 ? FIRST_LETTER : 1;
        const same = typed[i - 1] === letter;
        distance = rows[above + i - 1]! + (same ? 0 : edit);
        // A letter too many in the word; at its beginning it is an edit of the first letter.
        if (i < depth + most) distance = Math.min(distance, rows[above + i]! + 1);
        if (i > first) distance = Math.min(distance, rows[own + i - 1]! + 1);
        if (i > 1 && depth > 1 && typed[i - 2] === letter && typed[i - 1] === this.#letters[depth - 2]) {
          const swap = i === 2 || depth === 2 ? FIRST_LETTER : 1;
          distance = Math.min(distance, rows[above - width + i - 2]! + swap);
        }
      }
      if (distance > most) distance = most + 1;
      rows[own + i] = distance;
      if (distance < least) least = distance;
    }
    // The next row reads one column beyond this band.
    if (last < typed.length) rows[own + last + 1] = most + 1;
    if (first > 0) rows[own + first - 1] = most + 1;
    return least;
  }

  /** The first word behind `at`, at most `to`, that differs from it in the bytes `[byte, byte + length)`, by galloping. */
  #endOfBranch(at: number, to: number, byte: number, length: number): number {
    let low = at;
    let step = 1;
    while (low + step < to && this.#agree(at, low + step, byte, length)) {
      low += step;
      step *= 2;
    }
    let high = Math.min(low + step, to);
    low++;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#agree(at, middle, byte, length)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #agree(word: number, other: number, byte: number, length: number): boolean {
    const a = this.#starts[word]! + byte;
    const b = this.#starts[other]! + byte;
    // A shorter word would have been sorted first, so `other` has these bytes.
    for (let i = 0; i < length; i++) if (this.#bytes[a + i] !== this.#bytes[b + i]) return false;
    return true;
  }

  #letterAt(start: number, length: number): number {
    const first = this.#bytes[start]!;
    if (length === 1) return first;
    let code = first & (0xff >> (length + 1));
    for (let i = 1; i < length; i++) code = (code << 6) | (this.#bytes[start + i]! & 0x3f);
    return code;
  }
}

/** @param first the first byte of a UTF-8 sequence */
function sequenceLength(first: number): number {
  if (first < 0x80) return 1;
  if (first < 0xe0) return 2;
  return first < 0xf0 ? 3 : 4;
}

function addInOrder(letters: number[], letter: number): void {
  if (letters.includes(letter)) return;
  let at = letters.push(letter) - 1;
  for (; at > 0 && letters[at - 1]! > letter; at--) letters[at] = letters[at - 1]!;
  letters[at] = letter;
}
