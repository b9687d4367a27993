import type { Range } from '../../client/api_types.ts';

/** What separates a directive from the anchor before it, in an address. */
const DIRECTIVE = ':~:text=';
/**
 * Up to four words before a hit, and five words from there on: found once on most pages. Excerpts begin with the block of their hit, and
 * only behind it may go on in another block, which browsers do not find. Nor do they find words with several spaces between, as in code.
 */
const BEFORE = /(?:[^\s。！？…]*[^\s。！？….!?:;] ){0,4}[^\s。！？…]*$/;
const WORDS = /^(?:[^\s。！？…]*[^\s。！？….!?:;] ){0,4}[^\s。！？…]*/;
const OUTER_SIGNS = /^[^\p{L}\p{M}\p{N}]+|[^\p{L}\p{M}\p{N}]+$/gu;
/** A space, or a letter of a script without spaces: from Thai to Burmese, Khmer, kana and Han. */
const SEVERAL_WORDS = /[ \u0e00-\u109f\u1780-\u17ff\u3040-\u9fff]/u;

/**
 * An address that leads a browser to the first hit of an excerpt, with words around it
 * (https://wicg.github.io/scroll-to-text-fragment/). A browser that does not find them goes to the address's own anchor.
 */
export function withDirective(address: string, excerpt: string, ranges: readonly Range[]): string {
  const words = wordsAround(excerpt, ranges[0]);
  // A single word is often found at another place first.
  if (!SEVERAL_WORDS.test(words)) return address;
  // A hyphen would end a prefix of the words.
  return `${address}${address.includes('#') ? '' : '#'}${DIRECTIVE}${encodeURIComponent(words).replaceAll('-', '%2D')}`;
}

/** An address without a text directive, for routers: they would take it for a part of the anchor. */
export function withoutDirective(address: string): string {
  return address.split(DIRECTIVE)[0]!.replace(/#$/, '');
}

/** Whole words of the sentence with the hit. */
function wordsAround(text: string, hit: Range | undefined): string {
  if (hit === undefined) return '';
  const from = text.slice(0, hit[0]).search(BEFORE);
  return WORDS.exec(text.slice(from))![0].replace(OUTER_SIGNS, '');
}
