import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { attemptOf, CANARY, NOW } from '../../test/fixtures/feedback.ts';
import type { OwnerRecord } from './feedback_record.ts';
import { deliverNotices, isWebhookSecret, renderNotice, retryDelay, sendNotice, signNotice } from './notices.ts';
import { createMemoryStore } from './stores/sqlite.ts';

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const attempt = attemptOf('k', { about: `about ${CANARY}` });
const { id, submission, submittedAt } = attempt;
const record: OwnerRecord = { sequence: 1, id, ...submission, submittedAt, hidden: false, intact: true };
const { signal } = new AbortController();

async function receiver(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?token=t`;
}

function send(address: string, deadline = 5_000) {
  return sendNotice({ address, secret, includeMessage: false }, 'msg_1', '{}', NOW, signal, deadline);
}

describe('isWebhookSecret', () => {
  test.each([
    [secret, true],
    [`whsec_${Buffer.alloc(64).toString('base64')}`, true],
    [`whsec_${Buffer.alloc(65).toString('base64')}`, false],
    [`whsec_${Buffer.alloc(23).toString('base64')}`, false],
    [secret.slice(6), false],
    ['', false],
  ])('%j: %s', (text, isRight) => {
    expect(isWebhookSecret(text)).toBe(isRight);
  });
});

test('signNotice signs as Standard Webhooks does: the example of its specification', () => {
  expect(signNotice('msg_p5jXN8AQM9LWM0D4loKWxJek', 1614265330, '{"test": 2432232314}', secret)).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

describe('renderNotice', () => {
  const data = { id: attempt.id, kind: 'broken', severity: 'low', submittedAt: '2026-11-21T09:30:00Z' };
  const head = { type: 'feedback.broken', timestamp: '2026-11-21T09:30:00Z' };

  test('contains nothing that its sender wrote', () => {
    const body = renderNotice(record, 'docs/page', false);
    expect(JSON.parse(body)).toEqual({ ...head, data: { ...data, about: 'docs/page' } });
    expect(body).not.toContain(CANARY);
  });

  test('contains the message and the subject as sent where that is asked for', () => {
    const { message, about } = record;
    expect(JSON.parse(renderNotice(record, null, true))).toEqual({ ...head, data: { ...data, about, message } });
  });
});

describe('sendNotice', () => {
  test('posts the signed body, and counts any 2xx as accepted', async () => {
    const got: unknown[] = [];
    const address = await receiver(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      got.push([request.method, request.url, request.headers['content-type'], Buffer.concat(chunks).toString()]);
      got.push(request.headers['webhook-signature']);
      response.writeHead(204).end();
    });
    expect(await send(address)).toBeNull();
    const signature = signNotice('msg_1', Math.floor(NOW / 1_000), '{}', secret)['webhook-signature'];
    expect(got).toEqual([['POST', '/hook?token=t', 'application/json', '{}'], signature]);
  });

  test.each([301, 307, 400, 410, 500])(
    'is not taken by a status of %i, whose Location is not followed',
    async (status) => {
      let requests = 0;
      const address = await receiver((_, response) => {
        requests++;
        response.writeHead(status, { location: '/elsewhere' }).end();
      });
      expect([await send(address), requests]).toEqual([`status-${status}`, 1]);
    },
  );

  test('ends at its deadline when the receiver never answers', async () => {
    expect(await send(await receiver(() => {}), 100)).toBe('timeout');
  });

  test('does not read an answer that never ends', async () => {
    let sent = 0;
    const address = await receiver((_, response) => {
      response.writeHead(200);
      const timer = setInterval(() => {
        sent += 65_536;
        response.write(Buffer.alloc(65_536));
      }, 1);
      response.on('close', () => clearInterval(timer));
    });
    expect(await send(address)).toBeNull();
    const before = sent;
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(sent - before).toBeLessThan(2_000_000);
  });

  test('reports an unreachable receiver, without its address', async () => {
    expect(await send('http://127.0.0.1:1/hook?token=t')).toBe('unreachable');
  });
});

const webhook = {
  address: 'http://127.0.0.1:1/',
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  includeMessage: false,
};

/** @param answers statuses that the receiver answers with, in turn; then 200 */
async function prepare(count: number, answers: readonly number[] = []) {
  const store = createMemoryStore();
  for (let at = 0; at < count; at++) await store.submit({ ...attemptOf(`k${at}`, {}, NOW + at), notice: true });
  const left = [...answers];
  const got: string[] = [];
  const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
    got.push((init!.headers as Record<string, string>)['webhook-id']!);
    return new Response(null, { status: left.shift() ?? 200 });
  });
  onTestFinished(() => void fetched.mockRestore());
  let clock = NOW + 1_000;
  const ending = new AbortController();
  const deliver = () =>
    deliverNotices({ store, webhook, publicAbout: () => null, now: () => clock, signal: ending.signal });
  return { store, got, deliver, ending, pass: (milliseconds: number) => (clock += milliseconds) };
}

test('retryDelay doubles from ten seconds to an hour', () => {
  expect([1, 2, 3, 9, 10, 11, 1_000].map(retryDelay)).toEqual([
    10_000, 20_000, 40_000, 2_560_000, 3_600_000, 3_600_000, 3_600_000,
  ]);
});

describe('deliverNotices', () => {
  test('sends what is due, once', async () => {
    const { store, got, deliver } = await prepare(3);
    expect(await deliver()).toEqual({ sent: 3, failed: null });
    expect(await deliver()).toEqual({ sent: 0, failed: null });
    expect([new Set(got).size, await store.countNotices()]).toEqual([3, 0]);
  });

  test('stops at a failure, and tries that notice again later and later', async () => {
    const { store, got, deliver, pass } = await prepare(2, [500, 503, 200, 301]);
    expect(await deliver()).toEqual({ sent: 0, failed: { failure: 'status-500', tries: 1, delay: 10_000 } });
    expect(await deliver()).toEqual({ sent: 0, failed: { failure: 'status-503', tries: 1, delay: 10_000 } });
    expect(await deliver()).toEqual({ sent: 0, failed: null });
    pass(10_000);
    expect(await deliver()).toEqual({ sent: 1, failed: { failure: 'status-301', tries: 2, delay: 20_000 } });
    pass(19_999);
    expect(await deliver()).toEqual({ sent: 0, failed: null });
    pass(1);
    expect(await deliver()).toEqual({ sent: 1, failed: null });
    expect([got.length, new Set(got).size, await store.countNotices()]).toEqual([5, 2, 0]);
  });

  test('sends a notice again that was claimed before a crash', async () => {
    const { store, deliver, pass } = await prepare(1);
    await store.claimNotice(NOW + 1_000, NOW + 61_000);
    expect(await deliver()).toEqual({ sent: 0, failed: null });
    pass(60_000);
    expect(await deliver()).toEqual({ sent: 1, failed: null });
  });

  test('sends nothing more once the server ends', async () => {
    const { got, deliver, ending } = await prepare(1);
    ending.abort();
    expect([await deliver(), got]).toEqual([{ sent: 0, failed: null }, []]);
  });
});
