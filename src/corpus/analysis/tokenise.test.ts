import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { tokenEnd, tokenise } from './tokenise.ts';

/** Tokens as short text: compounds as `<whole>`, joined characters with a plus. */
function tokens(text: string): string[] {
  const found: string[] = [];
  tokenise(text, {
    compound: (start, end, signed) => found.push(`<${text.slice(start, end)}${signed ? '!' : ''}>`),
    word: (start, end) => found.push(text.slice(start, end)),
    character: (start, end, joined) => found.push((joined ? '+' : '') + text.slice(start, end)),
    border: () => found.push('|'),
  });
  return found;
}

describe('tokenise', () => {
  test.each([
    ['Plain words, of a sentence.', ['Plain', 'words', 'of', 'a', 'sentence']],
    ['Array.prototype.map', ['<Array.prototype.map>', 'Array', 'prototype', 'map']],
    ['text-align:', ['<text-align>', 'text', 'align']],
    ['node:sqlite', ['<node:sqlite>', 'node', 'sqlite']],
    ['std::vector', ['<std::vector>', 'std', 'vector']],
    ['x-http-method-override', ['<x-http-method-override>', 'x', 'http', 'method', 'override']],
    ['snake_case', ['<snake_case>', 'snake', 'case']],
    ['C++, C# and F#.', ['<C++!>', 'C', '<C#!>', 'C', 'and', '<F#!>', 'F']],
    ['a++b #5', ['a', 'b', '5']],
    ["don't Redis's l'eau", ["don't", "Redis's", "<l'eau>", 'l', 'eau']],
    ['1.2.3', ['<1.2.3>', '1', '2', '3']],
    ['https://redis.io/docs', ['https', '<redis.io>', 'redis', 'io', 'docs']],
    ['-- -a- end.', ['a', 'end']],
    ['数据库', ['数', '+据', '+库']],
    ['Redis数据 库', ['Redis', '数', '+据', '库']],
    ['\u{20000}\u{20001}', ['\u{20000}', '+\u{20001}']],
    ['one\ntwo', ['one', '|', 'two']],
    ['!!! 😀', []],
    ['', []],
  ])('finds in %j the tokens %j', (text, expected) => {
    expect(tokens(text)).toEqual(expected);
  });

  test('cuts a run without spaces into words of bounded length', () => {
    expect(
      tokens('a'.repeat(150))
        .filter((token) => !token.startsWith('<'))
        .map((token) => token.length),
    ).toEqual([64, 64, 22]);
  });

  test('finds tokens in order, without overlap and within the text, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        let last = 0;
        const see = (start: number, end: number): void => {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(text.length);
          last = end;
        };
        tokenise(text, { compound: () => {}, word: see, character: see, border: () => {} });
      }),
    );
  });
});

describe('tokenEnd', () => {
  test.each([
    ["it's C++ 数据库", 0, 'word', "it's"],
    ["it's C++ 数据库", 5, 'signed', 'C++'],
    ["it's C++ 数据库", 9, 2, '数据'],
    ["it's C++ 数据库", 11, 1, '库'],
  ] as const)('of %j from %i as %s is after %j', (text, start, shape, token) => {
    expect(text.slice(start, tokenEnd(text, start, shape))).toBe(token);
  });
});
