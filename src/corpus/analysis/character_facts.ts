import { isAscii } from 'node:buffer';
import { createHash } from 'node:crypto';
import { characterClass } from './character_class.ts';

/** Every Unicode property that the analysis uses, besides those in `characterClass`. */
const PROPERTIES = [
  ...[/\p{L}/u, /\p{N}/u, /\p{M}/u, /\p{Mn}/u, /\p{Cf}/u, /\p{Variation_Selector}/u],
  ...[/\p{Script=Latin}/u, /\p{Script=Greek}/u, /\p{Script=Cyrillic}/u],
];

/**
 * @param texts UTF-8
 * @returns each distinct non-ASCII character in them, by code point
 */
export function distinctCharacters(texts: Iterable<Uint8Array>): string {
  const held = new Uint8Array(0x110000);
  for (const text of texts) if (!isAscii(text)) noteCharacters(text, held);
  let characters = '';
  for (let code = 0x80; code < held.length; code++) if (held[code] === 1) characters += String.fromCodePoint(code);
  return characters;
}

function noteCharacters(text: Uint8Array, held: Uint8Array): void {
  for (let at = 0; at < text.length; at++) {
    const byte = text[at]!;
    if (byte < 0xc0) continue;
    const more = byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3;
    let code = byte & (0x3f >> more);
    for (let i = 1; i <= more; i++) code = (code << 6) | (text[at + i]! & 0x3f);
    held[code] = 1;
  }
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
