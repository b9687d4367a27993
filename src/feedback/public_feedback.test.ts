import { expect, test } from 'vitest';
import { createPublicAbout } from './public_feedback.ts';

const publicAbout = createPublicAbout({
  settings: { tools: ['linter', 'cli/fmt', 'Werkzeug für a\u0308'] },
  pages: { pathNamed: (name) => (name === '/The X' || name === 'cli/fmt' ? 'docs/x' : null) },
});

test.each([
  [null, null],
  ['', null],
  ['/The X', 'docs/x'],
  ['linter', 'linter'],
  ['/linter', null],
  ['Linter', null],
  ['cli/fmt', 'cli/fmt'],
  ['Werkzeug für ä', 'Werkzeug für a\u0308'],
  ['call me on 555-0100', null],
])('a public about shows %j as %j', (about, shown) => {
  expect(publicAbout(about)).toBe(shown);
});
