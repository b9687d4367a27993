/** Matches a text of ASCII characters only, which every Unicode normalisation form leaves as it is. */
export const ASCII = /^[\x00-\x7f]*$/;

/** A cheap first test: a run of marks is also a run of non-ASCII characters, which most texts do not have. */
const LONG_NON_ASCII_RUN = /[^\x00-\x7f]{65}/;
/**
 * A character with more than 64 combining marks (half-width voiced sound marks become marks). No language uses that many, and the
 * time to reorder them grows with the square of their number.
 */
const MARK_RUN = /([^\p{M}\uff9e\uff9f]?[\p{M}\uff9e\uff9f]{65,})/u;

/**
 * The Unicode normalisation form of a text (UAX #15), in linear time: runs of more than 64 combining marks stay unchanged.
 *
 * @param form NFC by default, which the program uses to store and compare text; NFKC also replaces compatibility characters
 * @example normalForm('cafe\u0301') === 'caf\u00e9'
 */
export function normalForm(text: string, form: 'NFC' | 'NFKC' = 'NFC'): string {
  if (ASCII.test(text)) return text;
  if (!LONG_NON_ASCII_RUN.test(text) || !MARK_RUN.test(text)) return text.normalize(form);
  return text
    .split(MARK_RUN)
    .map((part, i) => (i % 2 === 0 ? part.normalize(form) : part))
    .join('');
}
