import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { FeedbackStore } from '../../src/feedback/feedback_store.ts';
import type { FeedbackOptions } from '../../src/http/resources/from_store.ts';
import type { ServiceOptions } from '../../src/http/service.ts';
import { CANARY, countedBytes, NOW } from '../fixtures/feedback.ts';
import { createServiceRecorder } from '../recorder/record_service.ts';
import { type EmptyStores, storeKinds } from './feedback_stores.ts';
import { siteCorpus } from './site.ts';
import { type Client, type ReceivedAnswer, type SentRequest, transports } from './transports.ts';

/** The arguments of a case. */
export interface FeedbackCase {
  send(request: SentRequest): Promise<ReceivedAnswer>;
  readonly store: FeedbackStore;
}

const corpus = siteCorpus({ tools: ['search box'] });
const matrix = storeKinds.flatMap((kind) => transports.map(({ name, open }) => ({ ...kind, transport: name, open })));

/**
 * Describes cases for every store and every transport, each on an empty store. Every exchange is checked against the
 * OpenAPI description, and no output may contain the canary of the messages.
 */
export function describeFeedback(
  name: string,
  cases: (given: FeedbackCase) => void,
  more: Partial<FeedbackOptions> & Pick<ServiceOptions, 'gatePassword'> = {},
): void {
  for (const { store: kind, missing, prepare, transport, open } of matrix) {
    const title = `${name} (${kind}, ${transport})`;
    if (missing === null) describe(title, () => describeCases(prepare, open, cases, more));
    else describe.skip(`${title}: ${missing}`, () => it(missing, () => undefined));
  }
}

function describeCases(
  prepare: () => Promise<EmptyStores>,
  open: (options: ServiceOptions) => Promise<Client>,
  cases: (given: FeedbackCase) => void,
  more: Partial<FeedbackOptions> & Pick<ServiceOptions, 'gatePassword'>,
): void {
  const logged: string[] = [];
  let stores: EmptyStores;
  let store: FeedbackStore;
  let client: Client;
  let record: ReturnType<typeof createServiceRecorder>;
  const given = {
    async send(request: SentRequest) {
      const answer = await client.send(request);
      expect(`${JSON.stringify(answer.headers)}${Buffer.from(answer.body).toString()}`).not.toContain(CANARY);
      if (!request.target.startsWith('/api/cron/')) record(request, answer);
      return answer;
    },
    get store() {
      return store;
    },
  };

  beforeAll(async () => {
    const { gatePassword, ...feedback } = more;
    const options: ServiceOptions = {
      corpus,
      ...(gatePassword === undefined ? {} : { gatePassword }),
      feedback: {
        // All cases share the service; each has its own store.
        store: new Proxy({} as FeedbackStore, { get: (_, name) => Reflect.get(store, name) }),
        now: () => NOW,
        randomBytes: countedBytes(),
        ...feedback,
      },
      observe: (observation) => logged.push(JSON.stringify(observation)),
    };
    record = createServiceRecorder(options);
    client = await open(options);
    stores = await prepare();
  });
  beforeEach(async () => {
    store = await stores.next();
  });
  afterEach(async () => {
    await store.close();
    expect(logged.join('\n')).not.toContain(CANARY);
  });
  afterAll(async () => {
    await client.close();
    await stores.end();
  });
  cases(given);
}

/** A submission in JSON with a key. */
export function asSubmission(
  body: unknown,
  key: string | null = 'k',
  headers: Readonly<Record<string, string>> = {},
): SentRequest {
  const own = { 'Content-Type': 'application/json', ...(key === null ? {} : { 'Idempotency-Key': key }) };
  return post(
    { ...own, ...headers },
    typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
  );
}

/** Requests the aggregate as a client does. */
export function asQuestion(body: unknown, headers: Readonly<Record<string, string>> = {}): SentRequest {
  const own = { 'Content-Type': 'application/json', 'x-http-method-override': 'QUERY' };
  return post({ ...own, ...headers }, typeof body === 'string' ? body : JSON.stringify(body));
}

/** A form request as a browser sends it. */
export function asForm(
  fields: Readonly<Record<string, string>> | string,
  headers: Readonly<Record<string, string>> = {},
): SentRequest {
  const own = {
    'Content-Type': 'application/x-www-form-urlencoded',
    Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  };
  return post({ ...own, ...headers }, typeof fields === 'string' ? fields : new URLSearchParams(fields).toString());
}

function post(headers: Readonly<Record<string, string>>, body: string | Uint8Array): SentRequest {
  return { method: 'POST', target: '/api/feedback', headers, body };
}
