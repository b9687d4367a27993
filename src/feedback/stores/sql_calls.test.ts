import { describe, expect, test } from 'vitest';
import { emptyAggregate } from '../public_feedback.ts';
import { decodeAggregate, encodeAggregate } from './sql_calls.ts';

const aggregate = { ...emptyAggregate, total: 3, subjects: [{ about: 'größe', count: 3 }], generatedAt: 'then' };

describe('decodeAggregate', () => {
  test('reads what was encoded, its members in their order', () => {
    expect(JSON.stringify(decodeAggregate(encodeAggregate(aggregate)))).toBe(JSON.stringify(aggregate));
  });

  test('returns null for bytes that were altered or truncated', () => {
    const bytes = encodeAggregate(aggregate);
    for (let at = 0; at < bytes.length; at++) {
      const altered = Uint8Array.from(bytes, (byte, index) => (index === at ? byte ^ 4 : byte));
      expect(decodeAggregate(altered)).toBeNull();
      expect(decodeAggregate(bytes.subarray(0, at))).toBeNull();
    }
  });
});
