import { describe, expect, test } from 'vitest';
import { isRefusal, refuse, refuseTransport } from './refusal.ts';

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
