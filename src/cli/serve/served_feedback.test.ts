import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { attemptOf, CANARY } from '../../../test/fixtures/feedback.ts';
import { StoreUnavailable } from '../../feedback/store_limits.ts';
import { createMemoryStore } from '../../feedback/stores/sqlite.ts';
import type { Observation } from '../../observation/observation.ts';
import { startNotices, watchDisk } from './served_feedback.ts';

const MIB = 1024 * 1024;
let seen: Observation[];
beforeEach(() => {
  seen = [];
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function watch(free: readonly (number | null)[]): ReturnType<typeof watchDisk> {
  let looks = 0;
  return watchDisk({
    folder: 'data',
    every: 10,
    observe: (observation) => seen.push(observation),
    async readFree(folder) {
      expect(folder).toBe('data');
      const bytes = free[looks++] ?? null;
      if (bytes === null) throw new Error('The disk does not say.');
      return bytes;
    },
  });
}

test('reports low disk space once, also at the start, and recovery once', async () => {
  const { stop } = watch([100.9 * MIB, 90 * MIB, 0, null, 128 * MIB, 500 * MIB, 128 * MIB - 1]);
  await vi.advanceTimersByTimeAsync(60);
  stop();
  await vi.advanceTimersByTimeAsync(60);
  expect(seen).toEqual([
    { kind: 'disk-low', left: 100, needed: 128 },
    { kind: 'disk-recovered', left: 128, needed: 128 },
    { kind: 'disk-low', left: 127, needed: 128 },
  ]);
});

test('reports nothing for a disk with enough space, or one that cannot be checked', async () => {
  const { stop } = watch([null, 500 * MIB, null, 400 * MIB]);
  await vi.advanceTimersByTimeAsync(30);
  stop();
  expect(seen).toEqual([]);
});

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
let receiver: Server;
let bodies: string[];
let status: number;

beforeEach(async () => {
  bodies = [];
  status = 200;
  receiver = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    bodies.push(body);
    if (status !== 0) response.writeHead(status).end();
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => receiver.once('listening', resolve));
});
afterEach(() => {
  receiver.close();
  receiver.closeAllConnections();
});

function start(store = createMemoryStore()) {
  const observed: Observation[] = [];
  const address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const notices = startNotices({
    store,
    webhook: { address, secret, includeMessage: false },
    build: { subjects: () => 'docs/page' },
    observe: (observation) => void observed.push(observation),
    every: 10,
  });
  return { store, notices, observed };
}

describe('startNotices', () => {
  test('sends what is recorded, without the message, and tells how many wait', async () => {
    const { store, notices, observed } = start();
    await store.submit({ ...attemptOf('k', {}, Date.now()), notice: true });
    await expect.poll(() => bodies.length).toBe(1);
    await expect.poll(() => observed).toContainEqual({ kind: 'notices-passed', sent: 1, waiting: 0 });
    await notices.stop();
    expect(JSON.parse(bodies[0]!)).toMatchObject({ type: 'feedback.broken', data: { about: 'docs/page' } });
    expect(bodies.join() + JSON.stringify(observed)).not.toContain(CANARY);
  });

  test('reports a failure without the address, and keeps the notice', async () => {
    status = 500;
    const { store, notices, observed } = start();
    await store.submit({ ...attemptOf('k', {}, Date.now()), notice: true });
    const failed = { kind: 'notice-failed', failure: 'status-500', tries: 1, delay: 10_000 };
    await expect.poll(() => observed).toContainEqual(failed);
    await notices.stop();
    expect(JSON.stringify(observed)).not.toContain('127.0.0.1');
    expect(await store.countNotices()).toBe(1);
  });

  test('stops at once while the receiver does not answer, and keeps the notice', async () => {
    status = 0;
    const { store, notices, observed } = start();
    await store.submit({ ...attemptOf('k', {}, Date.now()), notice: true });
    await expect.poll(() => bodies.length).toBe(1);
    const started = performance.now();
    await notices.stop();
    expect(performance.now() - started).toBeLessThan(5_000);
    expect([await store.countNotices(), observed.filter(({ kind }) => kind === 'notice-failed')]).toEqual([1, []]);
  });

  test('goes on after a failure of the store', async () => {
    const store = createMemoryStore();
    const claim = store.claimNotice;
    let failures = 2;
    store.claimNotice = (now, until) =>
      failures-- > 0 ? Promise.reject(new StoreUnavailable('busy')) : claim(now, until);
    const { notices, observed } = start(store);
    await store.submit({ ...attemptOf('k', {}, Date.now()), notice: true });
    await expect.poll(() => bodies.length).toBe(1);
    await notices.stop();
    const busy = { kind: 'store-unavailable', reason: 'Cannot use the feedback store: it is busy.' };
    expect(observed.filter(({ kind }) => kind === 'store-unavailable')).toEqual([busy, busy]);
  });
});
