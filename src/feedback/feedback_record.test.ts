import { expect, test } from 'vitest';
import { timestamp } from './feedback_record.ts';

test.each([
  [Date.UTC(2026, 10, 21, 9, 30, 0, 999), '2026-11-21T09:30:00Z'],
  [0, '1970-01-01T00:00:00Z'],
  [-1, '1970-01-01T00:00:00Z'],
  [Number.NaN, '1970-01-01T00:00:00Z'],
  [2 ** 62, '9999-12-31T23:59:59Z'],
])('timestamp writes %d as %s', (milliseconds, text) => {
  expect(timestamp(milliseconds)).toBe(text);
});
