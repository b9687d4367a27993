const LONGEST_QUOTE = 40;

/** A caller's value, safe to show in a message: at most 40 characters, in double quotes, non-printing characters escaped. */
export function quote(value: string): string {
  const start = value.slice(0, LONGEST_QUOTE);
  const shown = value.length > LONGEST_QUOTE ? `${start}...` : start;
  return `"${shown.replace(/["\\\p{C}]|(?! )\p{Z}/gu, escaped)}"`;
}

function escaped(character: string): string {
  if (character === '"' || character === '\\') return `\\${character}`;
  return `\\u{${character.codePointAt(0)!.toString(16)}}`;
}
