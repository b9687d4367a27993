import { expect, test } from 'vitest';
import { createPublicAbout } from './public_about.ts';

const origin = 'https://example.org';
const publicAbout = createPublicAbout({
  tools: ['linter', 'cli/fmt', 'Werkzeug für a\u0308'],
  pages: () => [
    { path: 'about', canonical: `${origin}/about`, aliases: ['docs/x', '/old/sixth'] },
    { path: 'docs/größe', canonical: `${origin}/docs/gr%C3%B6%C3%9Fe`, aliases: ['Die Gro\u0308ße'] },
    { path: 'docs/x', canonical: `${origin}/docs/x`, aliases: ['The X', 'old/seventh', 'shared'] },
    { path: 'index', canonical: `${origin}/`, aliases: [] },
    { path: 'zebra', canonical: 'https://elsewhere.example/zebra', aliases: ['shared', '/'] },
  ],
});

test.each([
  [null, null],
  ['', null],
  ['docs/x', 'docs/x'],
  ['/docs/x', 'docs/x'],
  ['//docs/x', null],
  ['Docs/x', null],
  [`${origin}/docs/x`, 'docs/x'],
  ['https://elsewhere.example/zebra', 'zebra'],
  ['The X', 'docs/x'],
  ['/The X', 'docs/x'],
  ['/old/sixth', 'about'],
  ['old/sixth', 'about'],
  ['/old/seventh', 'docs/x'],
  ['old/seventh', 'docs/x'],
  ['shared', 'docs/x'],
  ['/', 'index'],
  ['index', 'index'],
  [`${origin}/`, 'index'],
  ['docs/gro\u0308ße', 'docs/größe'],
  ['/docs/größe', 'docs/größe'],
  ['Die Größe', 'docs/größe'],
  ['linter', 'linter'],
  ['/linter', null],
  ['Linter', null],
  ['cli/fmt', 'cli/fmt'],
  ['Werkzeug für ä', 'Werkzeug für a\u0308'],
  ['call me on 555-0100', null],
  ['<script>', null],
  ['__proto__', null],
])('a public about shows %j as %j', (about, shown) => {
  expect(publicAbout(about)).toBe(shown);
});

test('a public about reads the pages once, at the first lookup', () => {
  let reads = 0;
  const lazy = createPublicAbout({
    tools: [],
    pages: () => {
      reads++;
      return [];
    },
  });
  expect(reads).toBe(0);
  expect([lazy('a'), lazy('b')]).toEqual([null, null]);
  expect(reads).toBe(1);
});
