import { describe, expect, it } from 'vitest';
import { wordsOfPath } from './page_bodies.ts';

describe('wordsOfPath', () => {
  it.each([
    ['guides/set-up.html', 'set up'],
    ['guides/set_up.md/', 'set up'],
    ['caf%C3%A9/', 'café'],
    ['a%2Fb', 'a b'],
    ['one-two-three-four-five-six', 'one two three four five'],
    [`page/${'x'.repeat(61)}`, 'page'],
    ['%E0%A4%A', ''],
    ['--/..', ''],
    ['', ''],
  ])('%s: %s', (path, words) => {
    expect(wordsOfPath(path)).toBe(words);
  });
});
