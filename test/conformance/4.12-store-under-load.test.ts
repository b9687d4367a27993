import { describe, expect, it } from 'vitest';
import type { FeedbackStore } from '../../src/feedback/feedback_store.ts';
import { type CallBounds, StoreUnavailable } from '../../src/feedback/store_limits.ts';
import { createMemoryStore } from '../../src/feedback/stores/sqlite.ts';
import type { ApiRequest } from '../../src/http/requests/api_request.ts';
import { createService } from '../../src/http/service.ts';
import { countedBytes, NOW, submissionOf } from '../fixtures/feedback.ts';
import { common, expectRefusal, queryFields } from './expected.ts';
import { asQuestion, asSubmission } from './feedback.ts';
import { describeOverTransports } from './over_transports.ts';
import { siteCorpus } from './site.ts';
import { jsonOf, type ReceivedAnswer } from './transports.ts';

const corpus = siteCorpus({ tools: [] });
const feedbackOn = (store: FeedbackStore) => ({ store, now: () => NOW, randomBytes: countedBytes() });

/** A store whose public calls all fail for this reason. */
function failingStore(reason: 'overloaded' | 'late'): FeedbackStore {
  const fail = () => Promise.reject(new StoreUnavailable(reason));
  return { ...createMemoryStore(), submit: fail, list: fail, readAggregate: fail };
}

const submission = asSubmission(submissionOf({ about: 'about' }));
const submissionFields = { 'x-content-type-options': 'nosniff', vary: 'Accept, Origin' };
const acceptQuery = { 'accept-query': queryFields['accept-query'] };

function expectOverloaded(answer: ReceivedAnswer, fields: Readonly<Record<string, string>>): void {
  expect({ ...answer, body: jsonOf(answer) }).toEqual({
    status: 503,
    headers: {
      ...fields,
      ...acceptQuery,
      'content-type': 'application/problem+json',
      'content-length': String(answer.body.length),
      'cache-control': 'no-store',
      'retry-after': '5',
    },
    body: {
      type: 'about:blank',
      title: 'Service Unavailable',
      status: 503,
      detail:
        'Cannot use the feedback store at present: too many requests are waiting for it. You can safely send the request again, with the same Idempotency-Key if it had one.',
    },
  });
}

describeOverTransports(
  '4.12 to 4.14 while the queue of the store is full',
  { corpus, feedback: feedbackOn(failingStore('overloaded')) },
  (send) => {
    it('answers 503 with Retry-After, and still serves pages', async () => {
      expectOverloaded(await send({ target: '/api/feedback' }), common);
      expectOverloaded(await send(asQuestion({})), common);
      expectOverloaded(await send(submission), submissionFields);
      expect((await send({ target: '/api/pages/about' })).status).toBe(200);
    });
  },
);

describeOverTransports(
  '4.12 to 4.14 while the store does not answer in time',
  { corpus, feedback: feedbackOn(failingStore('late')) },
  (send) => {
    it('answers 500 with Retry-After', async () => {
      const fields = { ...acceptQuery, 'retry-after': '5' };
      expectRefusal(await send({ target: '/api/feedback' }), 'unexpected-failure', fields);
      expectRefusal(await send(asQuestion({})), 'unexpected-failure', fields);
      expect((await send(submission)).status).toBe(500);
    });
  },
);

describe('4.12 to 4.14: the deadline of a request', () => {
  const asked: (CallBounds | undefined)[] = [];
  const memory = createMemoryStore();
  const noted = (bounds: CallBounds | undefined) => {
    asked.push(bounds);
    return bounds;
  };
  const store: FeedbackStore = {
    ...memory,
    list: (query, bounds) => memory.list(query, noted(bounds)),
    submit: (attempt, bounds) => memory.submit(attempt, noted(bounds)),
    readAggregate: (bounds) => memory.readAggregate(noted(bounds)),
  };
  const service = createService({ corpus, feedback: feedbackOn(store) });
  const { signal } = new AbortController();

  /** Answers a request. @param arrivedAt time of its arrival */
  async function ask(sent: typeof submission, arrivedAt: number, of = signal) {
    const { method = 'GET', target, headers = {}, body = '' } = sent;
    const fields = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
    const request: ApiRequest = {
      method,
      target,
      scheme: 'http',
      hasBody: body.length > 0,
      signal: of,
      arrivedAt,
      header: (name) => fields.get(name),
      headerLines: (name) => (fields.has(name) ? [fields.get(name)!] : []),
      body: async () => Buffer.from(body),
    };
    return (await service.answer(request)).status;
  }

  it('ends less than two seconds after its arrival, and with its client', async () => {
    asked.length = 0;
    const arrivedAt = performance.now();
    expect(await ask({ target: '/api/feedback' }, arrivedAt)).toBe(200);
    expect(asked).toEqual([{ signal, deadline: arrivedAt + 1_900 }]);
    expect(await ask({ target: '/api/feedback' }, arrivedAt - 2_000)).toBe(500);
    expect(await ask({ target: '/api/feedback' }, arrivedAt, AbortSignal.abort())).toBe(500);
  });

  it.each([
    ['a submission', submission, 201],
    ['a QUERY for the aggregate', asQuestion({}), 200],
  ])('starts at the end of the body, which may take longer to arrive: %s', async (_, sent, status) => {
    asked.length = 0;
    const before = performance.now();
    expect(await ask(sent, before - 7_000)).toBe(status);
    expect(asked[0]!.signal).toBe(signal);
    expect(asked[0]!.deadline).toBeGreaterThanOrEqual(before + 1_900);
    expect(asked[0]!.deadline).toBeLessThanOrEqual(performance.now() + 1_900);
  });
});
