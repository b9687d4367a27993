/** Words of a shingle. */
const SHINGLE = 5;
/** Shingles of a text that are compared: those with the lowest hashes, which are a fair sample. */
const SKETCH = 128;
/** Most words that are read of a text. */
const MOST_WORDS = 5000;
const WORD = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}]+/gu;

/** The lowest hashes of the shingles of a text, ascending; empty when it has too few words to be compared. */
export type Sketch = Uint32Array;

/** A sample of the runs of five words of a text. Texts that share most of them are nearly equal (Broder 1997, bottom-k sketch). */
export function sketchOf(text: string): Sketch {
  const words: number[] = [];
  for (const [word] of text.matchAll(WORD)) {
    words.push(hashWord(word));
    if (words.length === MOST_WORDS) break;
  }
  const hashes = new Uint32Array(Math.max(0, words.length - SHINGLE + 1));
  for (let i = 0; i < hashes.length; i++) {
    let hash = 0;
    for (let j = 0; j < SHINGLE; j++) hash = mix(hash ^ words[i + j]!);
    hashes[i] = hash;
  }
  return hashes
    .sort()
    .filter((hash, i) => i === 0 || hash !== hashes[i - 1])
    .slice(0, SKETCH);
}

/** The share of shingles that two texts have in common, 0 to 1, as their sketches tell. */
export function resemblance(a: Sketch, b: Sketch): number {
  let [i, j, seen, shared] = [0, 0, 0, 0];
  while (seen < SKETCH && (i < a.length || j < b.length)) {
    const isShared = a[i] === b[j];
    if (isShared) shared++;
    const isOfA = j >= b.length || (i < a.length && a[i]! < b[j]!);
    if (isShared || isOfA) i++;
    if (isShared || !isOfA) j++;
    seen++;
  }
  return seen === 0 ? 0 : shared / seen;
}

/** FNV-1a over UTF-16 units. */
function hashWord(word: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < word.length; i++) hash = Math.imul(hash ^ word.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

/** The finalizer of MurmurHash3. */
function mix(value: number): number {
  let hash = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
