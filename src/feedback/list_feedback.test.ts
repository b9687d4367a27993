import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { attemptOf, CANARY } from '../../test/fixtures/feedback.ts';
import { type FeedbackStore, NEWEST } from './feedback_store.ts';
import { listFeedback, mintCursor, readCursor } from './list_feedback.ts';
import { createMemoryStore } from './stores/sqlite.ts';

async function storeOf(count: number): Promise<FeedbackStore> {
  const store = createMemoryStore();
  for (let index = 0; index < count; index++) {
    await store.submit(attemptOf(`k${index}`, { about: index % 2 === 0 ? 'linter' : `free text ${CANARY}` }));
  }
  return store;
}

const optionsOf = (store: FeedbackStore) => ({
  store,
  publicAbout: (about: string | null) => (about === 'linter' ? 'linter' : null),
});

describe('listFeedback', () => {
  test('shows an item with no member for a message, and about only where it is public', async () => {
    const { envelope, next } = await listFeedback({ cursor: null, limit: 10 }, optionsOf(await storeOf(2)));
    const item = { id: expect.any(String), kind: 'broken', severity: 'low', submittedAt: '2026-11-21T09:30:00Z' };
    expect(envelope).toEqual({
      items: [
        { ...item, about: null },
        { ...item, about: 'linter' },
      ],
      count: 2,
      total: 2,
      partial: false,
    });
    expect(Object.keys(envelope.items[0]!)).toEqual(['id', 'kind', 'severity', 'about', 'submittedAt']);
    expect(next).toBeNull();
    expect(JSON.stringify(envelope)).not.toContain(CANARY);
  });

  test('lists every row exactly once over all pages', async () => {
    const options = optionsOf(await storeOf(7));
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const { envelope, next } = await listFeedback({ cursor, limit: 3 }, options);
      expect(envelope.total).toBe(7);
      seen.push(...envelope.items.map(({ id }) => id));
      cursor = next;
    } while (cursor !== null);
    expect(new Set(seen).size).toBe(7);
    expect(seen).toHaveLength(7);
  });

  test('continues from an empty page (limit 0), at the beginning and later', async () => {
    const options = optionsOf(await storeOf(4));
    const zero = await listFeedback({ cursor: null, limit: 0 }, options);
    expect(zero.envelope).toEqual({ items: [], count: 0, total: 4, partial: false });
    const first = await listFeedback({ cursor: zero.next, limit: 2 }, options);
    expect(first).toEqual(await listFeedback({ cursor: null, limit: 2 }, options));
    const between = await listFeedback({ cursor: first.next, limit: 0 }, options);
    expect(await listFeedback({ cursor: between.next, limit: 2 }, options)).toEqual(
      await listFeedback({ cursor: first.next, limit: 2 }, options),
    );
  });

  test.each(['', 'x', "' OR 1=1--", 'a'.repeat(12_288)])(
    'treats the invalid cursor %j as no cursor',
    async (cursor) => {
      const options = optionsOf(await storeOf(3));
      expect(await listFeedback({ cursor, limit: 2 }, options)).toEqual(
        await listFeedback({ cursor: null, limit: 2 }, options),
      );
    },
  );

  test('marks a total as partial when the count stopped before the end', async () => {
    const options = { ...optionsOf(await storeOf(5)), countBudget: 3 };
    const { envelope } = await listFeedback({ cursor: null, limit: 2 }, options);
    expect(envelope).toMatchObject({ count: 2, total: 3, partial: true });
  });
});

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
