const ASCII = /^[\x00-\x7f]*$/;
/** A cheap test that most texts pass: no run of marks without as long a run of characters outside ASCII. */
const LONG_NON_ASCII_RUN = /[^\x00-\x7f]{65}/;
/**
 * A character with more than 64 combining marks (the half-width voiced sound marks become such). No language writes so many, and
 * the time that their reordering takes grows with the square of their number.
 */
const MARK_RUN = /([^\p{M}\uff9e\uff9f]?[\p{M}\uff9e\uff9f]{65,})/u;

/**
 * One spelling for texts that Unicode holds to be the same (UAX #15). Takes linear time: runs of more than 64 combining marks stay
 * as they are.
 *
 * @param form NFC by default, the form in which the program keeps and compares text; NFKC also replaces compatibility characters
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
