const LONGEST_SUMMARY = 200;
/** The end of a sentence: punctuation before white space, or a full-width stop of a script without spaces. */
const SENTENCE_END = /[.!?…]["'”’)\]]*(?=\s|$)|[。！？]/g;

/** The first sentence or two of a text, at most 200 UTF-16 units; cut after a word when no sentence ends in time. */
export function describe(text: string): string {
  let end = 0;
  let sentences = 0;
  for (const match of text.slice(0, LONGEST_SUMMARY + 1).matchAll(SENTENCE_END)) {
    const close = match.index + match[0].length;
    if (close > LONGEST_SUMMARY) break;
    end = close;
    if (++sentences === 2) break;
  }
  if (end > 0) return text.slice(0, end);
  if (text.length <= LONGEST_SUMMARY) return text;
  const room = text.slice(0, LONGEST_SUMMARY - 1);
  const space = room.lastIndexOf(' ');
  const cut = space > LONGEST_SUMMARY / 2 ? room.slice(0, space) : room.replace(/[\uD800-\uDBFF]$/, '');
  return `${cut}…`;
}
