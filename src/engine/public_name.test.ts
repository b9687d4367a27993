import { expect, test } from 'vitest';
import { pathsByName, publicName } from './public_name.ts';

const origin = 'https://example.org';
const paths = pathsByName([
  { path: 'about', canonical: `${origin}/about`, aliases: ['docs/x', '/old/sixth'] },
  { path: 'docs/größe', canonical: `${origin}/docs/gr%C3%B6%C3%9Fe`, aliases: ['Die Gro\u0308ße'] },
  { path: 'docs/x', canonical: `${origin}/docs/x`, aliases: ['The X', 'old/seventh', 'shared'] },
  { path: 'index', canonical: `${origin}/`, aliases: [] },
  { path: 'zebra', canonical: 'https://elsewhere.example/zebra', aliases: ['shared', '/'] },
]);

test.each([
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
  ['call me on 555-0100', null],
  ['<script>', null],
  ['__proto__', null],
])('a site calls the page named %j %j', (name, path) => {
  expect(paths.get(publicName(name)) ?? null).toBe(path);
});
