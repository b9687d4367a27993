import { isAscii } from 'node:buffer';
import { createHash } from 'node:crypto';
import { STEMMER } from './stem.ts';
import { characterClass } from './tokenise.ts';

/** Raise it when the same text gives different terms. The program that opens an artefact must have the analyser that baked it. */
export const ANALYSER_VERSION = 2;

/** The analyser that an artefact was baked with. */
export interface AnalyserFacts {
  readonly version: number;
  /** Version of the runtime's Unicode tables. */
  readonly unicode: string;
  readonly stemmer: string;
  /** Stemmers of the languages that pages have, sorted. */
  readonly algorithms: readonly string[];
}

/** @param algorithms stemmers of the pages' languages; @returns the facts of this program's analyser */
export function analyserFacts(algorithms: readonly string[]): AnalyserFacts {
  return { version: ANALYSER_VERSION, unicode: process.versions.unicode ?? 'unknown', stemmer: STEMMER, algorithms };
}

/** Every Unicode property that the analysis uses, besides those in `characterClass`. */
const PROPERTIES = [
  ...[/\p{L}/u, /\p{N}/u, /\p{M}/u, /\p{Mn}/u, /\p{Cf}/u, /\p{Variation_Selector}/u],
  ...[/\p{Script=Latin}/u, /\p{Script=Greek}/u, /\p{Script=Cyrillic}/u],
];

const CODE_POINTS = 0x110000;
const NONE = new Uint32Array(0);
/** By code point: 1 for the characters that were found so far, while a function counts some; 0 otherwise. */
const found = new Uint8Array(CODE_POINTS);

/**
 * @param text UTF-8
 * @returns the code points of its distinct non-ASCII characters, in order of first occurrence
 */
export function charactersOf(text: Uint8Array): Uint32Array {
  if (isAscii(text)) return NONE;
  const codes: number[] = [];
  for (let at = 0; at < text.length; at++) {
    const byte = text[at]!;
    if (byte < 0xc0) continue;
    const more = byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3;
    let code = byte & (0x3f >> more);
    for (let i = 1; i <= more; i++) code = (code << 6) | (text[at + i]! & 0x3f);
    if (found[code] === 1) continue;
    found[code] = 1;
    codes.push(code);
  }
  for (const code of codes) found[code] = 0;
  return Uint32Array.from(codes);
}

/** @returns each distinct character of several texts, by code point, without those of ASCII */
export function joinCharacters(texts: readonly Uint32Array[]): string {
  const codes: number[] = [];
  for (const text of texts) {
    for (const code of text) {
      if (code < 0x80 || found[code] === 1) continue;
      found[code] = 1;
      codes.push(code);
    }
  }
  for (const code of codes) found[code] = 0;
  return codes
    .sort((a, b) => a - b)
    .map((code) => String.fromCodePoint(code))
    .join('');
}

/**
 * A fingerprint of the properties that this runtime's Unicode tables give to characters, as far as text analysis depends on them.
 * Two runtimes with the same fingerprint find the same words in a text of these characters: normal forms of assigned characters
 * never change (Unicode's stability policy), and assigning a character changes its properties.
 *
 * @returns SHA-256, in hexadecimal
 */
export function characterFingerprint(characters: string): string {
  const hash = createHash('sha256');
  for (const character of characters) {
    const compatible = character.normalize('NFKC');
    const lower = compatible.toLowerCase();
    const decomposed = lower.normalize('NFD');
    const properties = Array.from(character + compatible + lower + decomposed, propertiesOf);
    hash.update(JSON.stringify([character, compatible, lower, decomposed, properties]));
  }
  return hash.digest('hex');
}

/** One number per character: its class and one bit per property. */
function propertiesOf(character: string): number {
  let bits = 0;
  for (const property of PROPERTIES) bits = (bits << 1) | (property.test(character) ? 1 : 0);
  return (bits << 3) | characterClass(character.codePointAt(0)!);
}
