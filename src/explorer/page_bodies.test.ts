import { renderToString } from 'preact-render-to-string';
import { describe, expect, it } from 'vitest';
import type { Asset } from './explorer_assets.ts';
import { embedView, wordsOfPath } from './page_bodies.ts';

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

describe('the lines of a search box to copy', () => {
  const [english, french] = [
    { code: 'en', name: 'English' },
    { code: 'fr', name: 'Français' },
  ];
  const box = { name: 'search_box.AAAAAAAA.js', body: Buffer.from('') };
  const boxes = (languages: readonly (typeof english)[]) =>
    renderToString(embedView('https://a.example', box as unknown as Asset, { languages, hasFeedback: false })).match(
      /&lt;catchword-[sf].*/g,
    );

  it('say the language of a fixed version on a site in several', () => {
    expect(boxes([english])).toEqual(['&lt;catchword-search>', '&lt;catchword-search>']);
    expect(boxes([english, french])).toEqual([
      '&lt;catchword-search>',
      '&lt;catchword-search language=&quot;en&quot;>',
    ]);
  });
});
