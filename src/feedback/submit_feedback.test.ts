import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CANARY, countedBytes, NOW, submissionOf } from '../../test/fixtures/feedback.ts';
import { isRefusal } from '../problems/refusal.ts';
import { createMemoryStore } from './stores/sqlite.ts';
import { type Confirmation, hashKey, submitFeedback, uuidV7 } from './submit_feedback.ts';

function service() {
  let time = NOW;
  const options = { store: createMemoryStore(), now: () => time++, randomBytes: countedBytes() };
  return (key: string, members = {}, later = 0) => {
    time += later;
    return submitFeedback(submissionOf(members), key, options);
  };
}

const text = ({ item }: Confirmation) => JSON.stringify(item);

describe('submitFeedback', () => {
  test('confirms what was recorded, about as it was sent, without the message', async () => {
    const confirmation = (await service()('k', { about: 'anything <at> all' })) as Confirmation;
    expect(confirmation.replayed).toBe(false);
    expect(text(confirmation)).toBe(
      '{"id":"01a1fd70-f2ba-7fec-ab66-ffc86f38d952","kind":"broken","severity":"low","about":"anything <at> all","submittedAt":"2026-11-21T09:30:00Z"}',
    );
  });

  test('confirms a retry with the same item', async () => {
    const submit = service();
    const first = (await submit('k')) as Confirmation;
    const again = (await submit('k')) as Confirmation;
    expect(again).toEqual({ item: first.item, replayed: true });
  });

  test('recognises a key after 400 days', async () => {
    const submit = service();
    const first = (await submit('k')) as Confirmation;
    expect(await submit('k', {}, 400 * 86_400_000)).toEqual({ item: first.item, replayed: true });
    expect(await submit('k', { kind: 'other' }, 400 * 86_400_000)).toMatchObject({
      slug: 'conflicting-idempotency-key',
    });
  });

  test('refuses a key that was used for another submission, and quotes neither', async () => {
    const submit = service();
    await submit('k');
    const refusal = await submit('k', { message: `other ${CANARY}` });
    expect(isRefusal(refusal)).toBe(true);
    expect(refusal).toEqual({
      kind: 'refusal',
      slug: 'conflicting-idempotency-key',
      detail:
        'Cannot record the submission: its Idempotency-Key was already used for a different one. Use a new key for a new submission.',
    });
  });
});

test('hashKey gives the SHA-256 of a key of any length', () => {
  expect(Buffer.from(hashKey('abc')).toString('hex')).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  );
  expect(hashKey('k'.repeat(8000))).toHaveLength(32);
});

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
