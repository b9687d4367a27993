import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatFragment, readFragment } from './asked_history.ts';

test('reads every body from the fragment that it gives, and every address', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 300 }), (text) => {
      const body = text.toWellFormed();
      expect(readFragment(formatFragment({ body, get: null }))).toEqual({ body, get: null });
      expect(readFragment(formatFragment({ body: null, get: `/${body}` }))).toEqual({ body: null, get: `/${body}` });
    }),
  );
});

test.each(['', '#', '#body=', '#body=***', '#body=_w', '#get=https://else.example/', `#body=${'A'.repeat(20_000)}`])(
  'reads nothing from %s',
  (hash) => {
    expect(readFragment(hash.slice(0, 20_100))).toEqual({ body: null, get: null });
  },
);

test('keeps no body of more than 8 kB', () => {
  expect(formatFragment({ body: 'a'.repeat(8192), get: null })).toMatch(/^#body=/);
  expect(formatFragment({ body: 'a'.repeat(8193), get: null })).toBe('#');
});
