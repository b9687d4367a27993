import { expect, it } from 'vitest';
import { emptyAggregate } from '../../src/feedback/public_feedback.ts';
import { attemptOf, CANARY } from '../fixtures/feedback.ts';
import { expectRefusal, readFields } from './expected.ts';
import { asQuestion, describeFeedback } from './feedback.ts';
import { jsonOf } from './transports.ts';

const acceptQuery = { 'accept-query': 'application/json' };
const secret = 'scheduler secret';

describeFeedback(
  '4.14 QUERY /api/feedback',
  (given) => {
    const { send } = given;

    it('answers zeros before the first run of the job', async () => {
      await given.store.submit(attemptOf('a'));
      const answer = await send(asQuestion({}, { 'If-None-Match': '*' }));
      expect({ ...answer, body: jsonOf(answer) }).toEqual({
        status: 200,
        headers: readFields(answer, { 'cache-control': 'no-store', vary: 'x-http-method-override, Accept-Encoding' }),
        body: emptyAggregate,
      });
    });

    it('answers what the job counted, without later submissions', async () => {
      for (const [at, about] of ['about', '/about', 'search box', 'a stranger'].entries()) {
        await given.store.submit(attemptOf(`key ${at}`, { about, kind: at === 0 ? 'missing' : 'other' }));
      }
      const headers = { Authorization: `Bearer ${secret}` };
      expect((await send({ target: '/api/cron/feedback-rollup', headers })).status).toBe(200);
      await given.store.submit(attemptOf('later'));
      expect(jsonOf(await send(asQuestion({})))).toEqual({
        total: 4,
        byKind: { missing: 1, broken: 0, confusing: 0, inaccurate: 0, other: 3 },
        bySeverity: { high: 0, medium: 0, low: 4 },
        subjects: [
          { about: 'about', count: 2 },
          { about: 'search box', count: 1 },
        ],
        generatedAt: '2026-11-21T09:30:00Z',
      });
    });

    it.each(['{"a":1}', '{"__proto__":{}}', '{"constructor":1}', `{"${CANARY}":1}`, '[]', 'null', '7', '""'])(
      'refuses %s',
      async (body) => {
        const answer = await send(asQuestion(body));
        expectRefusal(answer, 'invalid-query', acceptQuery);
        expect(jsonOf(answer)).toMatchObject({ dimension: 'shape', errors: [{ pointer: '#' }] });
      },
    );

    it('refuses a body that is not JSON, and reads at most 64 KiB', async () => {
      expectRefusal(await send(asQuestion('')), 'malformed-body', acceptQuery);
      expectRefusal(await send(asQuestion('{')), 'malformed-body', acceptQuery);
      expectRefusal(
        await send(asQuestion({}, { 'Content-Type': 'text/plain' })),
        'unsupported-media-type',
        acceptQuery,
      );
      expect((await send(asQuestion(`{}${' '.repeat(65_534)}`))).status).toBe(200);
      expect((await send(asQuestion(`{}${' '.repeat(65_535)}`))).status).toBe(413);
    });

    it('answers 500 with Retry-After while the store cannot be used', async () => {
      await given.store.close();
      expectRefusal(await send(asQuestion({})), 'unexpected-failure', { ...acceptQuery, 'retry-after': '5' });
    });
  },
  { cronSecret: secret },
);
