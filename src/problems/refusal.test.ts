import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isRefusal, jsonPointer, refuse, refuseTransport } from './refusal.ts';

describe('refuse', () => {
  test('makes a plain value of slug, detail and particulars', () => {
    expect(
      refuse('invalid-query', 'Cannot answer 101 rows.', { dimension: 'limit', maximum: 100, actual: 101 }),
    ).toEqual({
      kind: 'refusal',
      slug: 'invalid-query',
      detail: 'Cannot answer 101 rows.',
      dimension: 'limit',
      maximum: 100,
      actual: 101,
    });
  });
});

describe('refuseTransport', () => {
  test('makes a plain value of status and detail, without a slug', () => {
    expect(refuseTransport(408, 'Cannot wait longer.')).toEqual({
      kind: 'refusal',
      slug: null,
      status: 408,
      detail: 'Cannot wait longer.',
    });
  });
});

describe('isRefusal', () => {
  test.each([refuse('malformed-body', 'Cannot read the body.'), refuseTransport(414, 'Cannot read the target.')])(
    'holds for a refusal: %o',
    (refusal) => {
      expect(isRefusal(refusal)).toBe(true);
    },
  );

  test.each([null, undefined, 'refusal', 0, [], {}, { kind: 'plan' }])('does not hold for %j', (value) => {
    expect(isRefusal<unknown>(value)).toBe(false);
  });
});

describe('jsonPointer', () => {
  test.each([
    ['the whole document', [], '#'],
    ['a place in a batch', ['batch', 2, 'match', 'all', 0, 'text'], '#/batch/2/match/all/0/text'],
    // The rows of RFC 6901 section 6.
    ['an empty name', [''], '#/'],
    ['a slash', ['a/b'], '#/a~1b'],
    ['a tilde', ['m~n'], '#/m~0n'],
    ['a percent sign', ['c%d'], '#/c%25d'],
    ['a caret', ['e^f'], '#/e%5Ef'],
    ['a bar', ['g|h'], '#/g%7Ch'],
    ['a backslash', ['i\\j'], '#/i%5Cj'],
    ['a quote', ['k"l'], '#/k%22l'],
    ['a space', [' '], '#/%20'],
    ['a tilde before a digit', ['~1'], '#/~01'],
    ['a lone surrogate', ['\ud800'], '#/%EF%BF%BD'],
  ])('spells %s', (_, tokens, pointer) => {
    expect(jsonPointer(tokens)).toBe(pointer);
  });

  test('can be decoded to the same names, if they are well-formed', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' })), (tokens) => {
        const read = jsonPointer(tokens)
          .split('/')
          .slice(1)
          .map((token) => decodeURIComponent(token).replaceAll('~1', '/').replaceAll('~0', '~'));
        expect(read).toEqual(tokens);
      }),
    );
  });
});
