import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countCharacters } from '../../text/count_characters.ts';
import { type Cut, cutText } from './cut_text.ts';

describe('cutText', () => {
  it.each<[string, number, number, string | null, number | null]>([
    ['abc', 0, 10, 'abc', null],
    ['abc', 0, 3, 'abc', null],
    ['abc', 1, 2, 'bc', null],
    ['', 0, 10, '', null],
    ['abc', 3, 10, null, null],
    ['abc', 4, 10, null, null],
    ['one\n\ntwo\nthree', 0, 10, 'one\n\ntwo\n', 9],
    ['four\n\ntwo\nx', 0, 9, 'four\n\n', 6],
    ['a\n\nbbbbbbbbbb', 0, 10, 'a\n\nbbbbbbb', 10],
    ['text\n```\na\n\nb\n```\nend', 0, 14, 'text\n```\na\n\nb\n', 14],
    ['😀😀😀😀', 1, 2, '😀😀', 3],
  ])('cuts %j from %i to at most %i characters', (text, offset, most, piece, nextOffset) => {
    const cut = cutText(text, offset, most);
    expect(cut).toEqual(piece === null ? null : { text: piece, nextOffset, textLength: countCharacters(text) });
  });

  it('gives pieces that are within their size and together the text', () => {
    const lines = fc.array(fc.constantFrom('a', '😀 b', '', '```', 'c'.repeat(30)), { maxLength: 60 });
    fc.assert(
      fc.property(lines, fc.integer({ min: 1, max: 40 }), (parts, most) => {
        const text = parts.join('\n');
        let whole = '';
        for (let offset: number | null = 0; offset !== null; ) {
          const cut: Cut = cutText(text, offset, most)!;
          expect(countCharacters(cut.text)).toBeLessThanOrEqual(most);
          whole += cut.text;
          offset = cut.nextOffset;
        }
        expect(whole).toBe(text);
      }),
    );
  });
});
