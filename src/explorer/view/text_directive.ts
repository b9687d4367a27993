import type { Range } from '../../client/api_types.ts';

/** What separates a directive from the anchor before it, in an address. */
const DIRECTIVE = ':~:text=';
/** Three words of a sentence before a hit, and five from it on: found once on most pages, and seldom across a link or a piece of code. */
const BEFORE = /(?:[^\s。！？…]*[^\s。！？….!?:;]\s+){0,3}[^\s。！？…]*$/;
const AFTER = /^(?:[^\s。！？…]*[^\s。！？….!?:;]\s+){0,4}[^\s。！？…]*/;
const OUTER_SIGNS = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;

/**
 * An address that leads a browser to the first hit of an excerpt, with words around it
 * (https://wicg.github.io/scroll-to-text-fragment/). A browser that does not find them goes to the address's own anchor.
 */
export function withDirective(address: string, excerpt: string, ranges: readonly Range[]): string {
  const words = wordsAround(excerpt, ranges[0]);
  if (words === '') return address;
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
  const [before] = BEFORE.exec(text.slice(0, hit[0]))!;
  const [after] = AFTER.exec(text.slice(hit[0]))!;
  return (before + after).replace(OUTER_SIGNS, '');
}
