import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { analyseField, type FieldTerms } from './analyse_field.ts';
import { TermNumbers } from './term_numbers.ts';

function analyse(text: string, language = 'en'): FieldTerms & { readonly spelt: Record<string, number[]> } {
  const numbers = new TermNumbers();
  const field = analyseField(text, language, numbers);
  const spelt: Record<string, number[]> = {};
  let at = 0;
  field.terms.forEach((term, i) => {
    spelt[numbers.terms[term]!] = [...field.positions.subarray(at, at + field.counts[i]!)];
    at += field.counts[i]!;
  });
  return { ...field, spelt };
}

describe('the terms of a field', () => {
  test.each([
    ['words by stem, at their positions', 'Dogs run, dog', { dog: [0, 2], run: [1] }],
    ['a block’s border takes a position', 'red\ndog', { red: [0], dog: [2] }],
    ['the parts of a compound', 'text-align x', { text: [0], align: [1], x: [2] }],
    ['a name with a sign, as a whole beside its first part', 'in v-C++', { in: [0], 'v-c++': [1], v: [1], c: [2] }],
    [
      'characters and pairs of an unspaced script',
      '数据库 x',
      { 数: [0], 数据: [0], 据: [1], 据库: [1], 库: [2], x: [3] },
    ],
    ['no bigram across a space', '数 据', { 数: [0], 据: [1] }],
    ['invisible characters take no position', 'a-\u200d-b \ufe0f c', { a: [0], b: [1], c: [2] }],
    ['half-width katakana like full-width katakana', 'ｶﾞｽ', { ガ: [0], ガス: [0], ス: [1] }],
    ['kana with a voiced sound mark of its own', 'か\u3099す', { が: [0], がす: [0], す: [1] }],
    ['Hangul taken apart', '한국'.normalize('NFD'), { 한: [0], 한국: [0], 국: [1] }],
    ['full-width letters', 'Ｒｅｄｉｓ　７', { redi: [0], 7: [1] }],
    [
      'a character that expands to several',
      '㍿x',
      { 株: [0], 株式: [0], 式: [1], 式会: [1], 会: [2], 会社: [2], 社: [3], x: [4] },
    ],
    ['nothing', '', {}],
  ])('%s', (_, text, expected) => {
    expect(analyse(text).spelt).toEqual(expected);
  });

  test('are stemmed by the language of the page', () => {
    expect(Object.keys(analyse('Häuser', 'de').spelt)).toEqual(['haus']);
    expect(Object.keys(analyse('Häuser', 'und').spelt)).toEqual(['hauser']);
  });

  test('their length counts words and unspaced characters, not borders', () => {
    expect(analyse('red dog\n数据').length).toBe(4);
  });

  test('a long distance between two words takes several positions, also for a name with a sign', () => {
    expect(analyse(`a${' '.repeat(254)}C++`).spelt).toEqual({ a: [0], 'c++': [2], c: [2] });
    expect(analyse(`a${' '.repeat(253)}C++`).spelt).toEqual({ a: [0], 'c++': [1], c: [1] });
    expect(analyse(`a${' '.repeat(600)}C++`).spelt).toEqual({ a: [0], 'c++': [3], c: [3] });
  });

  test('the steps of positions add up to the byte offset of each word, whatever is in between', () => {
    const between = fc.constantFrom(
      ' ',
      '\n',
      ' 😀 ',
      ' — ',
      '-'.repeat(260),
      ' '.repeat(509),
      ' é ',
      ' ㍿ ',
      ' e\u0301 ',
      ' ｶﾞ',
      '\u00ad ',
    );
    fc.assert(
      fc.property(fc.array(between, { maxLength: 12 }), (gaps) => {
        const text = gaps.map((gap, i) => `w${i}${gap}`).join('');
        const { spelt, steps } = analyse(text);
        const bytes = Buffer.from(text);
        for (const [term, [position]] of Object.entries(spelt)) {
          if (!term.startsWith('w')) continue;
          const start = steps.subarray(0, position! + 1).reduce((sum, step) => sum + step, 0);
          expect(bytes.subarray(start, start + term.length).toString()).toBe(term);
        }
      }),
    );
  });
});
