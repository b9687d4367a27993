import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sectionsOf } from '../../../test/fixtures/sections_of.ts';
import { packVocabulary, Vocabulary } from './vocabulary.ts';

const term = fc.oneof(
  fc.string({ minLength: 1, maxLength: 3 }),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 3 }),
);

test('a vocabulary finds the number of each of its terms, and of no other', () => {
  fc.assert(
    fc.property(fc.uniqueArray(term, { maxLength: 60, size: 'max' }), term, (terms, other) => {
      const sorted = terms.sort();
      const vocabulary = new Vocabulary(sectionsOf(packVocabulary(sorted)));
      expect(vocabulary.count).toBe(sorted.length);
      expect(sorted.map((each) => vocabulary.find(each))).toEqual(sorted.map((_, number) => number));
      expect(sorted.map((_, number) => vocabulary.term(number))).toEqual(sorted);
      expect(vocabulary.find(other)).toBe(sorted.indexOf(other));
    }),
  );
});
