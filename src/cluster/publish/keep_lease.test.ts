import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { ClusterFailure } from '../client/cluster_client.ts';
import { keepLease } from './keep_lease.ts';

const forbidden: ClusterFailure = { reason: 'forbidden', status: 403, type: null } as ClusterFailure;
const FORBIDDEN = 'Cannot mark the build as in use: the user does not have permission to do this on the cluster (403).';

/** A lease that fails from its `good`th renewal on. */
function leaseOf(good: number) {
  const held: (readonly [readonly string[], number])[] = [];
  let isReleased = false;
  return {
    held,
    isReleased: () => isReleased,
    hold: async (indexes: readonly string[], now: number) => {
      expect(isReleased).toBe(false);
      held.push([indexes, now]);
      return held.length > good ? forbidden : null;
    },
    release: async () => {
      isReleased = true;
    },
  };
}

test('holds a build, and holds it again until it is released', async () => {
  const lease = leaseOf(Infinity);
  let now = 0;
  const kept = await keepLease(lease, 'a', () => ++now, 1);
  while (lease.held.length < 3) await sleep(1);
  await kept.renew();
  await kept.release();
  const count = lease.held.length;
  expect(lease.held).toEqual(Array.from({ length: count }, (_, i) => [['a'], i + 1]));
  await sleep(20);
  expect([lease.held.length, lease.isReleased(), kept.lost.aborted]).toEqual([count, true, false]);
});

test('refuses a build that cannot be held', async () => {
  await expect(keepLease(leaseOf(0), 'a', () => 0)).rejects.toThrow(FORBIDDEN);
});

test('says when a lease is lost, and renews it no more', async () => {
  const kept = await keepLease(leaseOf(2), 'a', () => 0, 1);
  while (!kept.lost.aborted) await sleep(1);
  expect((kept.lost.reason as Error).message).toBe(FORBIDDEN);
  await expect(kept.renew()).rejects.toThrow(FORBIDDEN);
  await kept.release();
});

test('refuses to renew a lease that the cluster refuses', async () => {
  const lease = leaseOf(1);
  const kept = await keepLease(lease, 'a', () => 0);
  await expect(kept.renew()).rejects.toThrow(FORBIDDEN);
  await kept.release();
  expect(lease.isReleased()).toBe(true);
});
