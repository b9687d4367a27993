import { expect, test } from 'vitest';
import { isIgnored, parseIgnoreFile } from './ignore_file.ts';

test.each([
  ['build/', '', 'a/build', true, true],
  ['build/', '', 'build', false, false],
  ['/out', '', 'out', true, true],
  ['/out', '', 'a/out', true, false],
  ['*.tmp.md', '', 'a/b.tmp.md', false, true],
  ['docs/**/old', '', 'docs/a/b/old', true, true],
  ['*.md\n!keep.md', '', 'keep.md', false, false],
  ['# note\n\n', '', 'note', false, false],
  ['gen', 'sub', 'sub/gen', true, true],
  ['gen', 'sub', 'gen', true, false],
  ['a?c.md', '', 'abc.md', false, true],
  ['a+b(c)', '', 'a+b(c)', false, true],
])('a .gitignore of %j in %j asked for %j', (text, folder, path, isFolder, ignored) => {
  expect(isIgnored(path, isFolder, parseIgnoreFile(text, folder))).toBe(ignored);
});
