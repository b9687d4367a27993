/**
 * Numbers by word, looked up by a place in a text. Several times as fast as a Map, which needs a string of its own for each lookup: most
 * words of a site have occurred before. It grows with the words that it is asked for.
 */
export class WordTable {
  readonly #words: string[] = [];
  #hashes = new Int32Array(1 << 12);
  #numbers = new Int32Array(1 << 12);
  /** Open addressing: 1 + the index of a word, or 0. */
  #slots = new Int32Array(1 << 13);

  /**
   * @param make called for a new word; its result is the word's number from then on
   * @returns the number of the word in `text` from `start` to `end`
   */
  number(text: string, start: number, end: number, make: (word: string) => number): number {
    const hash = hashOf(text, start, end);
    const mask = this.#slots.length - 1;
    let slot = hash & mask;
    for (let entry = this.#slots[slot]!; entry !== 0; entry = this.#slots[slot]!) {
      if (this.#hashes[entry - 1] === hash && isAt(this.#words[entry - 1]!, text, start, end)) {
        return this.#numbers[entry - 1]!;
      }
      slot = (slot + 1) & mask;
    }
    const word = ownString(text.slice(start, end));
    const number = make(word);
    this.#add(word, hash, number);
    return number;
  }

  #add(word: string, hash: number, number: number): void {
    const entry = this.#words.push(word) - 1;
    if (entry === this.#hashes.length) this.#grow();
    this.#hashes[entry] = hash;
    this.#numbers[entry] = number;
    this.#place(entry);
  }

  #grow(): void {
    const size = 2 * this.#hashes.length;
    const [hashes, numbers] = [this.#hashes, this.#numbers];
    this.#hashes = new Int32Array(size);
    this.#hashes.set(hashes);
    this.#numbers = new Int32Array(size);
    this.#numbers.set(numbers);
    this.#slots = new Int32Array(2 * size);
    for (let entry = 0; entry < hashes.length; entry++) this.#place(entry);
  }

  #place(entry: number): void {
    const mask = this.#slots.length - 1;
    let slot = this.#hashes[entry]! & mask;
    while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
    this.#slots[slot] = entry + 1;
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

function isAt(word: string, text: string, start: number, end: number): boolean {
  if (word.length !== end - start) return false;
  for (let i = 0; i < word.length; i++) if (word.charCodeAt(i) !== text.charCodeAt(start + i)) return false;
  return true;
}
