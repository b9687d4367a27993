const PLAIN = /^[A-Za-z][A-Za-z0-9]*$/;
/** Where a part begins: a capital after a small letter or digit, and the last of several capitals: `HTML|Element`, but not `URLs`. */
const BORDERS = /(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])(?![A-Z]s(?:[A-Z]|$))/g;
/** Names of more parts are data. */
const MOST_PARTS = 8;
/** In a name of more than three parts they have more letters on average; in data they do not. */
const LEAST_AVERAGE = 3;

/**
 * The parts of a name in code that capital letters tell apart, in small letters and joined by blanks.
 * @param word in search form; @returns null for any other word
 * @example codeName('getServerSideProps') === 'get server side props'
 */
export function codeName(word: string): string | null {
  if (!hasInnerCapital(word) || !PLAIN.test(word)) return null;
  const parts = word.split(BORDERS);
  if (parts.length < 2 || parts.length > MOST_PARTS) return null;
  if (parts.length > 3 && word.length < LEAST_AVERAGE * parts.length) return null;
  return parts.join(' ').toLowerCase();
}

/** Whether a small letter or digit stands before a capital, or two capitals before a small letter. Few words get past it. */
function hasInnerCapital(word: string): boolean {
  let capitals = 0;
  for (let at = 0; at < word.length; at++) {
    const unit = word.charCodeAt(at);
    if (unit >= 0x41 && unit <= 0x5a) {
      if (capitals === 0 && at > 0) return true;
      capitals++;
    } else {
      if (capitals > 1 && unit >= 0x61 && unit <= 0x7a) return true;
      capitals = 0;
    }
  }
  return false;
}
