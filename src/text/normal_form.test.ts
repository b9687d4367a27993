import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { normalForm } from './normal_form.ts';

const unit = fc.constantFrom(
  'a',
  'e',
  'か',
  'は',
  '\u3099',
  '\u0301',
  '\u0323',
  '\u1100',
  '\u1161',
  '\u11a8',
  '가',
  '\uff9e',
  'ｶ',
  '½',
);

describe('normalForm', () => {
  test.each([
    ['cafe\u0301', 'caf\u00e9'],
    ['か\u3099', 'が'],
    ['\u1112\u1161\u11ab', '한'],
    ['Vie\u0302\u0323t', 'Việt'],
    ['\u212b', 'Å'],
    ['ｶﾞ ½ ﬁ', 'ｶﾞ ½ ﬁ'],
    ['plain', 'plain'],
    ['', ''],
  ])('makes %j %j', (text, form) => {
    expect(normalForm(text)).toBe(form);
  });

  test('gives NFC, or NFKC on request, for any text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit })), (text) => {
        expect(normalForm(text)).toBe(text.normalize('NFC'));
        expect(normalForm(text, 'NFKC')).toBe(text.normalize('NFKC'));
      }),
    );
  });

  test('leaves a run of more than 64 marks unchanged, and normalises the text around it', () => {
    const run = `x${'\u0301\u0323'.repeat(33)}`;
    expect(normalForm(`e\u0301${run}e\u0301`)).toBe(`é${run}é`);
    expect(normalForm(`x${'\u0301\u0323'.repeat(32)}`)).toBe(`x${'\u0301\u0323'.repeat(32)}`.normalize('NFC'));
  });

  test('is idempotent, however many marks there are', () => {
    const runs = fc.array(fc.tuple(fc.string({ unit }), fc.nat(140)), { maxLength: 4 });
    fc.assert(
      fc.property(runs, (parts) => {
        const once = normalForm(parts.map(([text, marks]) => text + '\u0301\u0323'.repeat(marks / 2)).join(''));
        expect(normalForm(once)).toBe(once);
      }),
    );
  });
});
