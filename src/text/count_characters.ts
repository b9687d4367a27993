/** The number of Unicode code points of a string, which every cap on text counts. */
export function countCharacters(text: string): number {
  let pairs = 0;
  for (let at = 1; at < text.length; at++) {
    // A pair is a high surrogate with a low one after it.
    if ((text.charCodeAt(at) & 0xfc00) === 0xdc00 && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800) pairs++;
  }
  return text.length - pairs;
}
