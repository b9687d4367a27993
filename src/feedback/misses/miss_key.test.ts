import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { missKey } from './miss_key.ts';

describe('missKey', () => {
  test.each([
    ['Kubernets', 'kubernets'],
    ['  Résumé   FORMAT ', 'resume format'],
    ["don't panic", 'dont panic'],
    ['node.js text-align', 'node js text align'],
    ['vitamin c', 'vitamin'],
    ['x'.repeat(40), 'x'.repeat(40)],
    ['検索 エンジン', '検索 エンジン'],
  ])('keeps the folded words of %j', (typed, key) => {
    expect(missKey(typed)).toBe(key);
  });

  test.each([
    ['digits', 'sam 4111-1111 h2o ４２ token9', 'sam'],
    ['an address', 'mail bob@example.org or bob＠example', 'mail or'],
    ['quotation marks', 'find "Jo Doe" and “Al Roe” and «Li Poe» too', 'find and and too'],
    ['an unclosed quotation mark', 'find "Jo Doe', 'find'],
    ['more than 40 letters', `a token ${'x'.repeat(41)}`, 'token'],
  ])('leaves out words with %s', (_, typed, key) => {
    expect(missKey(typed)).toBe(key);
  });

  test.each(['', ' ', '?!', 'c', '404', '"quoted"', 'a@b'])('gives null for %j, which has no such word', (typed) => {
    expect(missKey(typed)).toBeNull();
  });

  test('gives nothing but words of 2 to 40 letters, whatever is typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (typed) => {
        const key = missKey(typed);
        for (const word of key?.split(' ') ?? []) expect(word).toMatch(/^[\p{L}\p{M}]{2,40}$/u);
      }),
    );
  });
});
