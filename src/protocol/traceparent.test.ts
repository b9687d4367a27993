import { describe, expect, test } from 'vitest';
import { isTraceparent, traceIdOf } from './traceparent.ts';

const valid = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

describe('isTraceparent', () => {
  test('accepts a value of version 00', () => {
    expect(isTraceparent(valid)).toBe(true);
    expect(traceIdOf(valid)).toBe('0af7651916cd43dd8448eb211c80319c');
  });

  test.each([
    '',
    valid.toUpperCase(),
    `${valid} `,
    `${valid}-00`,
    valid.replace('00-', 'ff-'),
    valid.replace('b7ad6b7169203331', '0000000000000000'),
    valid.replace('0af7651916cd43dd8448eb211c80319c', '0'.repeat(32)),
    valid.replace('b7ad', 'g7ad'),
    `${valid}, ${valid}`,
  ])('refuses %j', (value) => {
    expect(isTraceparent(value)).toBe(false);
  });
});
