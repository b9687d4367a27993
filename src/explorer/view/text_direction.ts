const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/g;
const LETTERS = /[A-Za-z\u00c0-\u058f\u0900-\ufb1c]/g;
/** Texts on programs have many Latin words in any language. */
const fewest = 0.25;

/** The direction of a text by all of its letters. The attribute `dir="auto"` reads the first one, which may be of a foreign name. */
export function textDirection(text: string): 'rtl' | 'ltr' {
  const own = text.match(RIGHT_TO_LEFT)?.length ?? 0;
  if (own === 0) return 'ltr';
  return own / (own + (text.match(LETTERS)?.length ?? 0)) >= fewest ? 'rtl' : 'ltr';
}
