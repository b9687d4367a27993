import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mintCursor, readCursor } from './cursor.ts';
import { NEWEST } from './feedback_store.ts';

const secret = Buffer.alloc(32, 7);
const sequences = fc.oneof(fc.nat(), fc.constant(NEWEST), fc.maxSafeNat());

describe('readCursor', () => {
  test('reads what was minted with its secret', () => {
    fc.assert(
      fc.property(sequences, (sequence) => {
        expect(readCursor(secret, mintCursor(secret, sequence))).toBe(sequence);
      }),
    );
  });

  test('rejects a cursor with any one bit flipped', () => {
    fc.assert(
      fc.property(sequences, fc.nat(191), (sequence, bit) => {
        const bytes = Buffer.from(mintCursor(secret, sequence), 'base64url');
        bytes[bit >> 3]! ^= 1 << (bit & 7);
        expect(readCursor(secret, bytes.toString('base64url'))).toBeNull();
      }),
    );
  });

  test('rejects a cursor of another deployment', () => {
    expect(readCursor(secret, mintCursor(Buffer.alloc(32, 8), 5))).toBeNull();
  });

  test.each([
    '',
    '\u0000',
    'a'.repeat(12_288),
    Buffer.from('{"__proto__":1}').toString('base64'),
    "' OR 1=1--",
    `${mintCursor(secret, 5)}=`,
    ` ${mintCursor(secret, 5)}`,
    `${mintCursor(secret, 5)}\n`,
  ])('rejects %j', (text) => {
    expect(readCursor(secret, text)).toBeNull();
  });

  test('rejects any other text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(readCursor(secret, text)).toBeNull();
      }),
    );
  });
});
