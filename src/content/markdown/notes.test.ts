import { expect, test } from 'vitest';
import { maskNotes } from './notes.ts';

test.each([
  ['a comment', 'a %%hidden [x](y)%% b', 'a  b'],
  ['a comment of several lines', 'a\n%%\n[[b]]\n%%\nc', 'a\n\n\n\nc'],
  ['a comment without an end', 'a %% b', 'a %% b'],
  ['a comment in code', '`%%a%%` %%b%%', '`%%a%%` '],
  ['a comment in fenced code', '```\n%%a%%\n```\n%%b%%', '```\n%%a%%\n```\n'],
  ['the id of a block', 'a sentence. ^block-1\n^own-line\nx ^2', 'a sentence.\n\nx ^2'],
  ['a drawer', '- LATER a\n  :LOGBOOK:\n  CLOCK: x\n  :END:\n- b', '- LATER a\n  \n\n\n- b'],
  ['a query', '- #+BEGIN_QUERY\n{:title ""}\n#+END_QUERY\nb', '- \n\n\nb'],
  ['marks of a block', '#+BEGIN_QUOTE\na\n#+END_QUOTE', '\na\n'],
  ['the size of an image', '![a](b.png){:height 4, :width 6} c', '![a](b.png) c'],
  ['an address in brackets', '[[https://a.example/b]] [[c]]', 'https://a.example/b [[c]]'],
  ['nothing', 'plain', 'plain'],
])('%s', (_, written, masked) => {
  expect(maskNotes(written)).toBe(masked);
});

test.each([
  ['%%', 100_000, 'x%%'],
  [':LOGBOOK:\n', 10_000, ':LOGBOOK:\n'],
  ['`a', 100_000, '`a'],
])('a long run of %j ends', (mark, count, rest) => {
  expect(maskNotes(mark.repeat(count) + rest)).toContain(rest.slice(0, 1));
});
