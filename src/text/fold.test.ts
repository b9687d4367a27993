import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fold } from './fold.ts';

describe('fold', () => {
  test.each([
    ['Redis', 'redis', 'case'],
    ['Straße', 'strasse', 'sharp s'],
    ['STRASSE', 'strasse', 'sharp s in capitals'],
    ['ΟΔΟΣ', 'οδοσ', 'final sigma'],
    ['İstanbul', 'istanbul', 'dotted capital i'],
    ['résumé', 'resume', 'accents of Latin letters'],
    ['re\u0301sume\u0301', 'resume', 'accents as characters of their own'],
    ['Ångström', 'angstrom', 'rings'],
    ['Ǽsir', 'aesir', 'an accent on a ligature'],
    ['smørrebrød', 'smorrebrod', 'strokes that Unicode does not take apart'],
    ['Ελλάδα', 'ελλαδα', 'Greek accents'],
    ['ёлка', 'елка', 'the Cyrillic yo'],
    ['йод', 'йод', 'the Cyrillic short i, a letter of its own'],
    ['ﬁle', 'file', 'ligatures'],
    ['Ｆｕｌｌ１２', 'full12', 'wide forms'],
    ['がぎ', 'がぎ', 'Japanese voiced sounds, letters of their own'],
    ['กำลัง', 'กําลัง', 'Thai vowels, kept'],
    ['soft\u00adhyphen', 'softhyphen', 'invisible characters'],
    ['مُحَمَّد', 'محمد', 'Arabic vowel points'],
    ['\u00ad', '', 'nothing but invisible characters'],
  ])('makes %j %j (%s)', (word, folded) => {
    expect(fold(word)).toBe(folded);
  });

  test('is idempotent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(fold(fold(text))).toBe(fold(text));
      }),
    );
  });
});
