import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { uuidV7 } from './uuid_v7.ts';

describe('uuidV7', () => {
  test('writes the example of RFC 9562 A.6', () => {
    const random = Uint8Array.from([0x0c, 0xc3, 0x18, 0xc4, 0xdc, 0x0c, 0x0c, 0x07, 0x39, 0x8f]);
    expect(uuidV7(0x017f22e279b0, random)).toBe('017f22e2-79b0-7cc3-98c4-dc0c0c07398f');
  });

  test('has version and variant whatever the random bytes are, and leaves them as they were', () => {
    fc.assert(
      fc.property(fc.nat(), fc.uint8Array({ minLength: 10, maxLength: 10 }), (time, random) => {
        const before = [...random];
        expect(uuidV7(time, random)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
        expect([...random]).toEqual(before);
      }),
    );
  });
});
