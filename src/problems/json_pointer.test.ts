import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { jsonPointer } from './json_pointer.ts';

describe('jsonPointer', () => {
  test.each([
    ['the whole document', [], '#'],
    ['a place in a batch', ['batch', 2, 'match', 'all', 0, 'text'], '#/batch/2/match/all/0/text'],
    // The rows of RFC 6901 section 6.
    ['an empty name', [''], '#/'],
    ['a slash', ['a/b'], '#/a~1b'],
    ['a tilde', ['m~n'], '#/m~0n'],
    ['a percent sign', ['c%d'], '#/c%25d'],
    ['a caret', ['e^f'], '#/e%5Ef'],
    ['a bar', ['g|h'], '#/g%7Ch'],
    ['a backslash', ['i\\j'], '#/i%5Cj'],
    ['a quote', ['k"l'], '#/k%22l'],
    ['a space', [' '], '#/%20'],
    ['a tilde before a digit', ['~1'], '#/~01'],
    ['a lone surrogate', ['\ud800'], '#/%EF%BF%BD'],
  ])('spells %s', (_, tokens, pointer) => {
    expect(jsonPointer(tokens)).toBe(pointer);
  });

  test('can be decoded to the same names, if they are well-formed', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' })), (tokens) => {
        const read = jsonPointer(tokens)
          .split('/')
          .slice(1)
          .map((token) => decodeURIComponent(token).replaceAll('~1', '/').replaceAll('~0', '~'));
        expect(read).toEqual(tokens);
      }),
    );
  });
});
