import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { attemptOf, CANARY } from '../../../test/fixtures/feedback.ts';
import { StoreUnavailable } from '../../feedback/store_error.ts';
import { createMemoryStore } from '../../feedback/stores/memory.ts';
import type { Observation } from '../../observation/observation.ts';
import { startNotices } from './notices.ts';

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
    publicAbout: () => () => 'docs/page',
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
