/** Numbers of a slot: the hash of its word, its number, where it starts in `#units`, and its length plus 1, or 0 for an empty slot. */
const SLOT = 4;

/**
 * Numbers by word, looked up by a place in a text. Several times as fast as a Map, which needs a string of its own for each lookup: most
 * words of a site have occurred before. It grows with the words that it is asked for.
 */
export class WordTable {
  /** Open addressing; at most half of the slots are used. A slot is in one line of a processor's cache. */
  #slots = new Int32Array(SLOT << 10);
  #count = 0;
  /** The UTF-16 code units of all words. */
  #units = new Uint16Array(1 << 12);
  #used = 0;

  /**
   * @param make called for a new word; its result is the word's number from then on
   * @returns the number of the word in `text` from `start` to `end`
   */
  number(text: string, start: number, end: number, make: (word: string) => number): number {
    const hash = hashOf(text, start, end);
    const slots = this.#slots;
    const mask = slots.length - 1;
    for (let at = (hash << 2) & mask; slots[at + 3] !== 0; at = (at + SLOT) & mask) {
      if (slots[at] === hash && slots[at + 3] === end - start + 1 && this.#isAt(slots[at + 2]!, text, start, end)) {
        return slots[at + 1]!;
      }
    }
    const number = make(ownString(text.slice(start, end)));
    this.#add(text, start, end, hash, number);
    return number;
  }

  #isAt(from: number, text: string, start: number, end: number): boolean {
    const units = this.#units;
    for (let i = start; i < end; i++) if (units[from + i - start] !== text.charCodeAt(i)) return false;
    return true;
  }

  #add(text: string, start: number, end: number, hash: number, number: number): void {
    const length = end - start;
    while (this.#used + length > this.#units.length) {
      const larger = new Uint16Array(2 * this.#units.length);
      larger.set(this.#units);
      this.#units = larger;
    }
    for (let i = 0; i < length; i++) this.#units[this.#used + i] = text.charCodeAt(start + i);
    if (2 * SLOT * ++this.#count > this.#slots.length) this.#grow();
    this.#place(hash, number, this.#used, length);
    this.#used += length;
  }

  #grow(): void {
    const before = this.#slots;
    this.#slots = new Int32Array(2 * before.length);
    for (let at = 0; at < before.length; at += SLOT) {
      if (before[at + 3] !== 0) this.#place(before[at]!, before[at + 1]!, before[at + 2]!, before[at + 3]! - 1);
    }
  }

  #place(hash: number, number: number, from: number, length: number): void {
    const slots = this.#slots;
    const mask = slots.length - 1;
    let at = (hash << 2) & mask;
    while (slots[at + 3] !== 0) at = (at + SLOT) & mask;
    slots[at] = hash;
    slots[at + 1] = number;
    slots[at + 2] = from;
    slots[at + 3] = length + 1;
  }
}

/** Shorter pieces of a string are copies; longer ones may keep the whole string in memory. */
const SHORTEST_PIECE = 13;

/** @returns the same text as a string of its own */
function ownString(piece: string): string {
  return piece.length < SHORTEST_PIECE ? piece : Buffer.from(piece, 'utf16le').toString('utf16le');
}

/** FNV-1a over UTF-16 code units, with the high bits mixed into the low bits that the table uses. */
function hashOf(text: string, start: number, end: number): number {
  let value = 0x811c9dc5;
  for (let i = start; i < end; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return value ^ (value >>> 15);
}
