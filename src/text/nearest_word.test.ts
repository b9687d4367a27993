import { describe, expect, test } from 'vitest';
import { nearestWord } from './nearest_word.ts';

const keys = ['match', 'collection', 'tag', 'limit', 'facets', 'in'];

describe('nearestWord', () => {
  test.each([
    ['limit', 'limit'],
    ['limt', 'limit'],
    ['limits', 'limit'],
    ['lmiit', 'limit'],
    ['LIMIT', 'limit'],
    ['colection', 'collection'],
    ['tags', 'tag'],
    ['teg', 'tag'],
    ['facet', 'facets'],
    ['iin', 'in'],
  ])('takes %s to mean %s', (written, meant) => {
    expect(nearestWord(written, keys)).toBe(meant);
  });

  test.each(['', 'x', 'xyz', 'text', 'page', 'boost', 'constructor', '__proto__', 'limit'.repeat(1000)])(
    'suggests nothing for %j',
    (written) => {
      expect(nearestWord(written, keys)).toBeNull();
    },
  );

  test('returns the first of two equally near words', () => {
    expect(nearestWord('bode', ['body', 'node'])).toBe('body');
  });
});
