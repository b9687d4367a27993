import fc from 'fast-check';
import { expect, test } from 'vitest';
import { visible, visibleJson, visibleLines } from './visible.ts';

/** C0, DEL, C1, direction and noncharacters. */
const HIDDEN = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufdd0-\ufdef]/;

test.each([
  ['\u001b[31m', '\\u{1b}[31m', '"\\u001b[31m"'],
  ['a\u0085\u009bb', 'a\\u{85}\\u{9b}b', '"a\\u0085\\u009bb"'],
  ['\u202e\u2066\u200e\u061c', '\\u{202e}\\u{2066}\\u{200e}\\u{61c}', '"\\u202e\\u2066\\u200e\\u061c"'],
  ['a\nb\t', 'a\\u{a}b\\u{9}', '"a\\nb\\t"'],
  ['é 文 👍', 'é 文 👍', '"é 文 👍"'],
])('%j is visible', (text, line, json) => {
  expect([visible(text), visibleJson(text)]).toEqual([line, json]);
});

test('lines stay lines', () => {
  expect(visibleLines('a\r\n\tb\u001b\u0085')).toBe('a\r\n\tb\\u{1b}\\u{85}');
});

test('JSON keeps its value and hides nothing', () => {
  const value = fc.dictionary(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }));
  fc.assert(
    fc.property(value, fc.constantFrom(undefined, 1), (each, indent) => {
      const json = visibleJson({ ...each, sample: '\u001b\u0085\u202e' }, indent);
      expect(JSON.parse(json)).toEqual({ ...each, sample: '\u001b\u0085\u202e' });
      expect(json.replaceAll('\n', '')).not.toMatch(HIDDEN);
    }),
  );
});
