import { peerModule } from './peer_module.ts';

interface Token {
  toString(): string;
}
interface Lunr {
  Token: new (text: string) => Token;
  stemmer(token: Token): Token;
  stopWordFilter(token: Token): Token | undefined;
}

const lunr = peerModule<Lunr>('lunr');

/** @returns the Porter stem of an English word, or null for a stop word; both by lunr */
export function porterTerm(word: string): string | null {
  const token = new lunr.Token(word.toLowerCase());
  return lunr.stopWordFilter(token) === undefined ? null : lunr.stemmer(token).toString();
}
