import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseIdempotencyKey } from './idempotency_key.ts';

describe('parseIdempotencyKey', () => {
  it.each([
    ['k', 'k'],
    ['"k"', 'k'],
    [' \tk ', 'k'],
    ['"8e03978e-40d5-43dd-bc93-6894a57f9324"', '8e03978e-40d5-43dd-bc93-6894a57f9324'],
    ['"a\\"b\\\\c"', 'a"b\\c'],
    ['k,j', 'k,j'],
    ['x'.repeat(8000), 'x'.repeat(8000)],
    [`"${'x'.repeat(8000)}"`, 'x'.repeat(8000)],
  ])('reads %j', (text, key) => {
    expect(parseIdempotencyKey([text])).toBe(key);
  });

  it.each([
    '',
    ' ',
    '""',
    '" "',
    '"a b"',
    'a b',
    'a, b',
    '"k',
    'k"',
    '"k"j',
    '"k";a=1',
    '"a", "b"',
    '"a\\b"',
    'ü',
    '"\u00fc"',
    'a\u007f',
  ])('reads no key in %j', (text) => {
    expect(parseIdempotencyKey([text])).toBeNull();
  });

  it('reads no key in a repeated field, and none in a field that is not there', () => {
    expect(parseIdempotencyKey(['k', 'k'])).toBeNull();
    expect(parseIdempotencyKey([])).toBeNull();
  });

  it('reads the same key quoted and bare', () => {
    const visible = fc.stringMatching(/^[!#-[\]-~]+$/);
    fc.assert(fc.property(visible, (key) => parseIdempotencyKey([`"${key}"`]) === parseIdempotencyKey([key])));
  });

  it('never throws, and never reads an empty key', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => parseIdempotencyKey([text]) !== ''));
  });
});
