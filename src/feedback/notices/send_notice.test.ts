import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { attemptOf, CANARY, NOW } from '../../../test/fixtures/feedback.ts';
import { checksumOf, contentOf, ownerRecord } from '../feedback_record.ts';
import { isWebhookSecret, renderNotice, sendNotice, signNotice } from './send_notice.ts';

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const attempt = attemptOf('k', { about: `about ${CANARY}` });
const record = ownerRecord(1, contentOf(attempt), checksumOf(contentOf(attempt)));
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
