import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AskedKeys } from './asked_keys.ts';

describe('AskedKeys', () => {
  it('knows a key from its second time on', () => {
    const use = { hits: 0, misses: 0, bytes: 0 };
    const keys = new AskedKeys(1 << 16, use);
    expect(['a', 'b', 'a', 'a', 'b', 'ab'].map((key) => keys.isAskedAgain(key))).toEqual([
      ...[false, false, true, true, true],
      false,
    ]);
    expect(use).toEqual({ hits: 3, misses: 3, bytes: 1 << 16 });
  });

  it('takes hardly any key for another', () => {
    const keys = new AskedKeys(1 << 20);
    const again = Array.from({ length: 100_000 }, (_, i) => keys.isAskedAgain(`/api/pages?q=w${i.toString(36)}`));
    expect(again.filter(Boolean).length).toBeLessThan(10);
  });

  it('remembers whatever text a key is, in any amount of memory that has room for one', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 4, max: 1_000 }), (key, bound) => {
        const keys = new AskedKeys(bound);
        return !keys.isAskedAgain(key) && keys.isAskedAgain(key);
      }),
    );
  });

  it('remembers nothing without memory', () => {
    const keys = new AskedKeys(3);
    expect([keys.isAskedAgain('a'), keys.isAskedAgain('a')]).toEqual([false, false]);
  });
});
