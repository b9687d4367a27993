import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countCharacters } from './count_characters.ts';

describe('countCharacters', () => {
  test.each([
    ['', 0],
    ['abc', 3],
    ['é', 1],
    ['e\u0301', 2],
    ['😀', 1],
    ['👨‍👩‍👧', 5],
    ['\ud800', 1],
    ['\udc00\ud800', 2],
    ['\ud800\ud800\udc00', 2],
  ])('counts the code points of %j', (text, count) => {
    expect(countCharacters(text)).toBe(count);
  });

  test('agrees with the iteration of any string', () => {
    const unit = fc.integer({ min: 0xd700, max: 0xe100 }).map((code) => String.fromCharCode(code));
    fc.assert(
      fc.property(fc.array(unit), (units) => {
        expect(countCharacters(units.join(''))).toBe([...units.join('')].length);
      }),
    );
  });
});
