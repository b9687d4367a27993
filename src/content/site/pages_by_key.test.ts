import { expect, test } from 'vitest';
import { ChangedKeys, hashOf, PagesByKey } from './pages_by_key.ts';

test('PagesByKey has the numbers of a key in order, after any additions and removals', () => {
  const pages = new PagesByKey();
  pages.add('a', 5);
  expect([pages.first('a'), pages.all('a'), pages.first('b'), pages.all('b')]).toEqual([5, [5], -1, []]);
  pages.add('a', 3);
  pages.add('a', 3);
  pages.add('a', 4);
  pages.sort((a, b) => a - b);
  expect([pages.first('a'), pages.all('a')]).toEqual([3, [3, 3, 4, 5]]);
  pages.remove('a', 3);
  expect(pages.all('a')).toEqual([4, 5]);
  pages.remove('a', 5);
  expect([pages.first('a'), pages.all('a')]).toEqual([4, [4]]);
  pages.remove('a', 4);
  expect([pages.first('a'), pages.all('a')]).toEqual([-1, []]);
});

test('ChangedKeys knows the keys that were added to it', () => {
  const changed = new ChangedKeys();
  changed.add('guide/install');
  const hashes = (...keys: string[]) => Uint32Array.from(keys, hashOf);
  expect(changed.hasAny(hashes('start', 'guide/install'))).toBe(true);
  expect(changed.hasAny(hashes('start', 'guide'))).toBe(false);
  expect(changed.hasAny(hashes())).toBe(false);
});
