import { describe, expect, test } from 'vitest';
import { problemType, SLUGS } from './catalogue.ts';

// Section 7 of the specification, row by row.
const specified = [
  [400, 'invalid-idempotency-key'],
  [400, 'malformed-body'],
  [400, 'missing-idempotency-key'],
  [400, 'missing-media-type'],
  [404, 'no-such-resource'],
  [405, 'method-not-allowed'],
  [406, 'not-acceptable'],
  [409, 'conflicting-idempotency-key'],
  [412, 'precondition-failed'],
  [415, 'unsupported-media-type'],
  [422, 'invalid-query'],
  [422, 'invalid-submission'],
  [429, 'too-many-requests'],
  [500, 'unexpected-failure'],
];

describe('catalogue', () => {
  test('holds the rows of the specification and no other', () => {
    expect(SLUGS.map((slug) => [problemType(slug).status, slug])).toEqual(specified);
  });

  test('gives every slug a title of its own, a condition and a remedy', () => {
    const titles = new Set(SLUGS.map((slug) => problemType(slug).title));
    expect(titles.size).toBe(SLUGS.length);
    for (const slug of SLUGS) {
      expect(problemType(slug).when).toMatch(/^[A-Z].*\.$/);
      expect(problemType(slug).remedy).toMatch(/^[A-Z].*\.$/);
    }
  });
});
