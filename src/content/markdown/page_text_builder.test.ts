import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FILLER, OUTSIDE, VARIABLE } from './mask_templates.ts';
import { collapse } from './page_text_builder.ts';

test.each([
  ['  plain words ', 'plain words'],
  ['two  spaces', 'two spaces'],
  ['a\ttab\nand a line', 'a tab and a line'],
  ['a\u00a0space that does not break', 'a space that does not break'],
  ['cafe\u0301', 'caf\u00e9'],
  [`a ${FILLER} b`, 'a b'],
  [`${VARIABLE}a${OUTSIDE}`, 'a'],
  [`the latest is ${VARIABLE}.`, 'the latest is.'],
  [`read ${VARIABLE} , then ${FILLER}, then go`, 'read, then, then go'],
  [`a tool (${FILLER}) for it`, 'a tool for it'],
  [`call f(${FILLER}) at ${VARIABLE}:80`, 'call f() at :80'],
])('collapses %j', (written, expected) => {
  expect(collapse(written)).toBe(expected);
});

test('makes every run of white space one space and drops masks, for any text', () => {
  const piece = fc.oneof(
    fc.stringMatching(/^[^.,;:!?()]*$/),
    fc.constantFrom(' ', '  ', '\t', '\n', '\u00a0', FILLER, 'é', 'e\u0301', 'word'),
  );
  const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(text, (written) => {
      const bare = written.replace(/[\ufdd0-\ufdd2]/g, '').normalize('NFC');
      expect(collapse(written)).toBe(bare.replace(/\s+/g, ' ').trim());
    }),
  );
});
