import { expect, test } from 'vitest';
import { createPublicAbout } from './public_about.ts';

const pages: Readonly<Record<string, string>> = {
  index: 'index',
  'docs/x': 'docs/x',
  'https://example.org/docs/x': 'docs/x',
  'The X': 'docs/x',
};
const publicAbout = createPublicAbout({ tools: ['linter', 'cli/fmt'], pageNamed: (name) => pages[name] ?? null });

test.each([
  [null, null],
  ['', null],
  ['docs/x', 'docs/x'],
  ['/docs/x', 'docs/x'],
  ['//docs/x', null],
  ['https://example.org/docs/x', 'docs/x'],
  ['The X', 'docs/x'],
  ['/', 'index'],
  ['index', 'index'],
  ['linter', 'linter'],
  ['/linter', null],
  ['Linter', null],
  ['cli/fmt', 'cli/fmt'],
  ['call me on 555-0100', null],
  ['<script>', null],
])('a public about shows %j as %j', (about, shown) => {
  expect(publicAbout(about)).toBe(shown);
});
