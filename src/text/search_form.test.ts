import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { alignSearchForm, searchForm } from './search_form.ts';

const unit = fc.constantFrom(
  ...[
    'a',
    'e',
    '1',
    ' ',
    '\n',
    '-',
    'か',
    'ｶ',
    'ﾞ',
    'は',
    '\u3099',
    '\u0301',
    '\u0323',
    '\u1100',
    '\u1161',
    '\u11a8',
    '가',
  ],
  ...[
    'ㄱ',
    'ㅏ',
    'ﾡ',
    'ￂ',
    '½',
    'ﬁ',
    '㍿',
    'Ｒ',
    '\u00a0',
    '\u00ad',
    '\u200d',
    '\ufe0f',
    '\u{e0100}',
    '葛',
    '\u{16d63}',
    '\u{16d67}',
  ],
  ...['กำ', '😀', '\ud800', '\udc00', '´'],
);
const anyText = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit }));

describe('searchForm', () => {
  test.each([
    ['ｶﾞ', 'ガ'],
    ['か\u3099', 'が'],
    ['Ｒｅｄｉｓ', 'Redis'],
    ['\u1112\u1161\u11ab', '한'],
    ['ﾊﾝ ￂ', 'ハン \u1161'],
    ['㍿', '株式会社'],
    ['soft\u00adhyphen', 'softhyphen'],
    ['葛\u{e0100}', '葛'],
    ['e\u200d\u0301', 'é'],
    ['', ''],
  ])('reads %j as %j', (text, form) => {
    expect(searchForm(text)).toBe(form);
  });

  test('is the same for a text in any normal form', () => {
    fc.assert(
      fc.property(anyText, fc.constantFrom('NFC', 'NFD', 'NFKC', 'NFKD'), (text, form) => {
        expect(searchForm(text.normalize(form))).toBe(searchForm(text));
      }),
    );
  });
});

describe('alignSearchForm', () => {
  test.each([
    ['ｶﾞｽ', 'ガ', 0, 2],
    ['ｶﾞｽ', 'ス', 2, 3],
    ['a½b', '1⁄2', 1, 2],
    ['a½b', '2', 1, 2],
    ['a½b', 'b', 2, 3],
    ['a㍿', '会社', 1, 2],
    ['cafe\u0301 x', 'café', 0, 5],
    ['cafe\u0301 x', 'x', 6, 7],
    ['so\u00adft x', 'soft', 0, 5],
    ['plain', 'lai', 1, 4],
  ])('in %j finds %j at %i to %i', (text, part, start, end) => {
    const aligned = alignSearchForm(text);
    const at = aligned.form.indexOf(part);
    expect([aligned.start(at), aligned.end(at + part.length)]).toEqual([start, end]);
  });

  test('every range of the form is the form of the range of text that it maps to, or a part of it', () => {
    fc.assert(
      fc.property(anyText, fc.nat(), fc.nat(), (text, from, length) => {
        const aligned = alignSearchForm(text);
        expect(aligned.form).toBe(searchForm(text));
        const start = from % (aligned.form.length + 1);
        const end = Math.min(aligned.form.length, start + 1 + (length % 4));
        if (end <= start) return;
        const stretch = text.slice(aligned.start(start), aligned.end(end));
        expect(searchForm(stretch)).toContain(aligned.form.slice(start, end));
      }),
      { numRuns: 2000 },
    );
  });

  test('offsets can be mapped in any order', () => {
    fc.assert(
      fc.property(anyText, fc.array(fc.nat(40)), (text, offsets) => {
        const one = alignSearchForm(text);
        for (const at of offsets.filter((each) => each <= one.form.length)) {
          const other = alignSearchForm(text);
          expect([one.start(at), one.end(at)]).toEqual([other.start(at), other.end(at)]);
        }
      }),
    );
  });

  // The alignment relies on this: the form of a text is the concatenation of the forms of its segments.
  test('only continuing characters change the form of the character before them', () => {
    const before = [
      'a',
      'e\u0301',
      'か',
      'ｶ',
      '\u1100',
      '가',
      '각',
      'ㄱ',
      'ﾡ',
      '\u09c7',
      '\u0b47',
      '\u1025',
      '\u{16d63}',
      '\u{16d67}',
    ];
    const wrong: string[] = [];
    for (let code = 0; code < 0x110000; code++) {
      const character = String.fromCodePoint(code);
      if (/[\p{Cn}\p{Co}\p{Script=Han}\uac10-\ud7a3]/u.test(character)) continue;
      for (const text of before) {
        const whole = alignSearchForm(text + character);
        // The character is in its own segment when its form starts at the character.
        const alone = whole.start(whole.form.length - 1) === text.length && searchForm(character) !== '';
        if (alone && whole.form !== searchForm(text) + searchForm(character)) wrong.push(code.toString(16));
      }
    }
    expect(wrong).toEqual([]);
  });
});
