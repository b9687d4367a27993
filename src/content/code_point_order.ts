/**
 * Compares two strings by Unicode code point, which is also the order of their UTF-8 bytes. JavaScript's `<` compares
 * UTF-16 units and so puts U+E000..U+FFFF after the characters above U+FFFF.
 */
export function byCodePoint(left: string, right: string): number {
  if (left === right) return 0;
  const length = Math.min(left.length, right.length);
  let at = 0;
  while (at < length && left.charCodeAt(at) === right.charCodeAt(at)) at++;
  if (at === length) return left.length - right.length;
  return rank(left.charCodeAt(at)) - rank(right.charCodeAt(at));
}

/** Surrogates stand for code points above U+FFFF, so they rank after every other unit. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
