import { expect, it } from 'vitest';
import { attemptOf } from '../fixtures/feedback.ts';
import { common, expectRefusal } from './expected.ts';
import { describeFeedback } from './feedback.ts';
import { describeOverTransports } from './over_transports.ts';
import { siteCorpus } from './site.ts';
import { jsonOf, type ReceivedAnswer } from './transports.ts';

const target = '/api/cron/feedback-rollup';
const secret = 'scheduler-secret';
const right = { Authorization: `Bearer ${secret}` };

function expectClosed(answer: ReceivedAnswer, hasBody = true): void {
  const { status, headers, body } = answer;
  expect({ status, headers }).toEqual({
    status: 401,
    headers: {
      ...common,
      'content-type': 'application/problem+json',
      'content-length': expect.any(String),
      'cache-control': 'no-store',
      'www-authenticate': 'Bearer',
    },
  });
  if (!hasBody) expect(body).toHaveLength(0);
  else expect(jsonOf(answer)).toMatchObject({ type: 'about:blank', title: 'Unauthorized', status: 401 });
}

const wrong = [
  undefined,
  '',
  'Bearer',
  'Bearer undefined',
  'Bearer null',
  `Bearer ${secret.slice(1)}`,
  `Bearer ${secret.slice(0, -1)}`,
  `Bearer ${secret}x`,
  `Bearer  ${secret}`,
  `Basic ${secret}`,
  `Basic ${btoa(`user:${secret}`)}`,
  secret,
  `Bearer "${secret}"`,
  `Bearer ${secret.toUpperCase()}`,
  `Bearer ${secret}, Bearer ${secret}`,
  `Bearer ${'x'.repeat(8000)}`,
];

describeFeedback(
  '4.16 /api/cron/feedback-rollup',
  ({ send, ...given }) => {
    it.each(wrong)('refuses Authorization: %s', async (authorization) => {
      expectClosed(
        await send({ target, headers: authorization === undefined ? {} : { Authorization: authorization } }),
      );
    });

    it.each(['GET', 'POST', 'OPTIONS', 'PUT', 'DELETE', 'QUERY'])(
      'is closed to %s without the secret',
      async (method) => {
        expectClosed(await send({ method, target }));
      },
    );

    it('refuses HEAD without the secret', async () => {
      expectClosed(await send({ method: 'HEAD', target }), false);
    });

    it.each(['GET', 'POST'])('runs the job for the scheduler, by %s', async (method) => {
      const answer = await send({ method, target, headers: right });
      expect({ ...answer, body: jsonOf(answer) }).toEqual({
        status: 200,
        headers: {
          ...common,
          'content-type': 'application/json',
          'content-length': String(answer.body.length),
          'cache-control': 'no-store',
        },
        body: { rolledUp: true },
      });
    });

    it('refuses other methods of the scheduler', async () => {
      const answer = await send({ method: 'DELETE', target, headers: right });
      expectRefusal(answer, 'method-not-allowed', { allow: 'GET, POST' });
    });

    it('is not listed anywhere', async () => {
      for (const place of ['/api/openapi.json', '/.well-known/api-catalog', '/feedback']) {
        expect(Buffer.from((await send({ target: place })).body).toString()).not.toContain('cron');
      }
    });
    void given;
  },
  { cronSecret: secret },
);

describeFeedback('4.16 without a secret', (given) => {
  it.each(['Bearer ', 'Bearer undefined', 'Bearer null', `Bearer ${secret}`])(
    'is closed to %s',
    async (authorization) => {
      await given.store.submit(attemptOf('a'));
      expectClosed(await given.send({ target, headers: { Authorization: authorization } }));
      expect(await given.store.readAggregate()).toBeNull();
    },
  );
});

describeFeedback(
  '4.16 behind the gate',
  ({ send }) => {
    it('lets the scheduler in, and asks others for the password', async () => {
      expect((await send({ target, headers: right })).status).toBe(200);
      expect((await send({ target })).headers['www-authenticate']).toMatch(/^Basic /);
    });
  },
  { cronSecret: secret, gatePassword: 'open sesame' },
);

describeOverTransports('A service without a feedback store', { corpus: siteCorpus() }, (send) => {
  it.each(['/api/feedback', '/feedback'])('answers 404 at %s', async (place) => {
    expectRefusal(await send({ target: place }), 'no-such-resource');
    expectRefusal(await send({ method: 'OPTIONS', target: place }), 'no-such-resource');
  });
});
