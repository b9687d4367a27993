const WORD = /[\p{L}\p{N}]+/gu;

/** The words of a text in lower case, for engines whose query language would read punctuation as operators. */
export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(WORD) ?? [];
}
