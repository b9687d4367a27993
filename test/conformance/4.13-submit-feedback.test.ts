import { expect, it } from 'vitest';
import { createMemoryStore } from '../../src/feedback/stores/sqlite.ts';
import { problemType, type Slug } from '../../src/problems/catalogue.ts';
import { CANARY, countedBytes, NOW } from '../fixtures/feedback.ts';
import { queryFields } from './expected.ts';
import { asForm, asSubmission, describeFeedback, type FeedbackCase } from './feedback.ts';
import { describeOverTransports } from './over_transports.ts';
import { origin, siteCorpus } from './site.ts';
import { jsonOf, type ReceivedAnswer, type SentRequest } from './transports.ts';

const submission = { kind: 'broken', severity: 'low', message: `It fails. ${CANARY}`, about: '/about' };
const acceptQuery = { 'accept-query': 'application/json' };
const shared = { 'x-content-type-options': 'nosniff', vary: 'Accept, Origin', 'cache-control': 'no-store' };

/** Asserts the whole refusal of a submission, except for members that describe the occurrence. */
function expectRefused(answer: ReceivedAnswer, slug: Slug, fields: Readonly<Record<string, string>> = acceptQuery) {
  const { status, title } = problemType(slug);
  expect({ status: answer.status, headers: answer.headers }).toEqual({
    status,
    headers: {
      ...shared,
      'content-type': 'application/problem+json',
      'content-length': String(answer.body.length),
      ...fields,
    },
  });
  expect(jsonOf(answer)).toMatchObject({ type: `${origin}/api/problems/${slug}`, title, status });
}

async function messages({ store }: FeedbackCase): Promise<string[]> {
  return (await store.exportRows(0, 1000)).map(({ message }) => message);
}

describeFeedback('4.13 POST /api/feedback', (given) => {
  const { send } = given;

  it('records a submission and confirms it, without its message', async () => {
    const answer = await send(asSubmission(submission));
    expect({ ...answer, body: jsonOf(answer) }).toEqual({
      status: 201,
      headers: { ...shared, 'content-type': 'application/json', 'content-length': String(answer.body.length) },
      body: {
        id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
        kind: 'broken',
        severity: 'low',
        about: '/about',
        submittedAt: '2026-11-21T09:30:00Z',
      },
    });
    expect(await messages(given)).toEqual([submission.message]);
  });

  it('confirms a retry in the same bytes, however its JSON is written, and records no second row', async () => {
    const first = await send(asSubmission(submission));
    const { about, message, severity, kind } = submission;
    for (const again of [
      asSubmission(submission),
      asSubmission(submission, '"k"'),
      asSubmission(` ${JSON.stringify({ about, message, severity, kind }, null, 2)}\n`),
    ]) {
      const answer = await send(again);
      expect(answer).toEqual({ ...first, headers: { ...first.headers, 'idempotency-replayed': 'true' } });
    }
    expect(await messages(given)).toHaveLength(1);
  });

  it.each([
    ['another message', { ...submission, message: `Other ${CANARY}` }],
    ['another kind', { ...submission, kind: 'other' }],
    ['an empty about where there was none', { ...submission, about: '' }],
  ])('refuses a used key with %s', async (_, other) => {
    const first = other.about === '' ? { ...submission, about: undefined } : submission;
    expect((await send(asSubmission(first))).status).toBe(201);
    expectRefused(await send(asSubmission(other)), 'conflicting-idempotency-key');
    expect(await messages(given)).toEqual([submission.message]);
  });

  it('answers a hundred concurrent submissions with one key alike, and records one row', async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, () => send(asSubmission(submission))));
    expect(new Set(answers.map(({ status, body }) => `${status} ${Buffer.from(body)}`)).size).toBe(1);
    expect(answers[0]!.status).toBe(201);
    expect(await messages(given)).toHaveLength(1);
  });

  it('does not use up the key of a refused submission', async () => {
    expectRefused(await send(asSubmission({ ...submission, kind: CANARY })), 'invalid-submission');
    expectRefused(await send(asSubmission('{')), 'malformed-body');
    expect((await send(asSubmission(submission))).status).toBe(201);
  });

  it.each([
    ['2,000 emoji', { message: '😀'.repeat(2000) }],
    ['blanks', { message: '   ' }],
    ['U+0000', { message: 'a\u0000b' }],
    ['128 emoji about', { about: '😀'.repeat(128) }],
    ['an empty about', { about: '' }],
  ])('records %s as sent', async (_, members) => {
    expect((await send(asSubmission({ ...submission, ...members }))).status).toBe(201);
    const [row] = await given.store.exportRows(0, 2);
    expect(row).toMatchObject(members);
  });

  it('ignores a BOM, and reads any type that ends in +json', async () => {
    const headers = { 'Content-Type': 'application/vnd.x+json; charset=UTF-8' };
    expect((await send(asSubmission(`\ufeff${JSON.stringify(submission)}`, 'a', headers))).status).toBe(201);
  });

  it.each([
    ['an array', '[]'],
    ['null', 'null'],
    ['no member', '{}'],
    ['2,001 characters', { ...submission, message: `${CANARY}${'x'.repeat(2001 - CANARY.length)}` }],
    ['no characters', { ...submission, message: '' }],
    ['129 characters about', { ...submission, about: 'x'.repeat(129) }],
    ['a lone surrogate', '{"kind":"broken","severity":"low","message":"\\ud800"}'],
    ['a control character about', { ...submission, about: '<script>\r\n' }],
    ['a bidirectional override about', { ...submission, about: 'a\u202eb' }],
    ['the message as kind', { ...submission, kind: CANARY }],
    ['the message as a name', { ...submission, [CANARY.repeat(3)]: 1 }],
    ['__proto__', '{"kind":"broken","severity":"low","message":"a","__proto__":{}}'],
  ])('refuses %s as a submission that cannot be recorded', async (_, body) => {
    const answer = await send(asSubmission(body));
    expectRefused(answer, 'invalid-submission');
    expect(jsonOf(answer)).toMatchObject({ dimension: expect.any(String), errors: expect.any(Array) });
    expect(await messages(given)).toEqual([]);
  });

  it.each<[string, string | Uint8Array]>([
    ['no body', ''],
    ['broken JSON', `{"message":${CANARY}}`],
    ['an unknown escape', `{"message":"${CANARY}\\q"}`],
    ['a repeated key', '{"kind":"broken","severity":"low","message":"a","kind":"other"}'],
    ['bytes that are not UTF-8', Uint8Array.of(0x22, 0xc3, 0x28, 0x22)],
    ['an overlong form', Uint8Array.of(0x22, 0xc0, 0xaf, 0x22)],
  ])('refuses %s as malformed', async (_, body) => {
    expectRefused(await send(asSubmission(body)), 'malformed-body');
  });

  it.each(['', ' ', '""', '" "', '"k', 'a b', 'k, k', 'ü'])('refuses the key %j', async (key) => {
    expectRefused(await send(asSubmission(submission, key)), 'invalid-idempotency-key');
  });

  it('takes a key of 8,000 characters', async () => {
    expect((await send(asSubmission(submission, 'k'.repeat(8000)))).status).toBe(201);
  });

  it('refuses in the order 405, 406, 400, 415, 413, 400 for the key, 400, 422', async () => {
    const large = ' '.repeat(65_537);
    const without = (request: SentRequest, name: string): SentRequest => {
      const { [name]: _, ...headers } = request.headers ?? {};
      return { ...request, headers };
    };
    const gif = { Accept: 'image/gif' };
    const overridden = asSubmission(large, null, { ...gif, 'x-http-method-override': 'POST' });
    const allow = { allow: 'GET, HEAD, OPTIONS, POST, QUERY', ...queryFields };
    expectRefused(await send(overridden), 'method-not-allowed', allow);
    expectRefused(await send(without(asSubmission(large, null, gif), 'Content-Type')), 'not-acceptable');
    expectRefused(await send(without(asSubmission(large, null), 'Content-Type')), 'missing-media-type');
    expectRefused(await send(asSubmission(large, null, { 'Content-Type': 'text/plain' })), 'unsupported-media-type');
    expect((await send(asSubmission(large, null))).status).toBe(413);
    expectRefused(await send(asSubmission(`{${large.slice(2)}`, null)), 'missing-idempotency-key');
    expectRefused(await send(asSubmission(`{${large.slice(2)}`, '')), 'invalid-idempotency-key');
    expectRefused(await send(asSubmission(`{${large.slice(2)}`)), 'malformed-body');
    expectRefused(await send(asSubmission(`{}${large.slice(3)}`)), 'invalid-submission');
    expect(await messages(given)).toEqual([]);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'refuses a body of %s from a program',
    async (type) => {
      expectRefused(await send(asSubmission(submission, 'k', { 'Content-Type': type })), 'unsupported-media-type');
    },
  );

  it.each(['gzip', 'br', 'identity'])(
    'refuses a body with a coding, such as %s, saying that none is read',
    async (coding) => {
      const answer = await send(asSubmission(submission, 'k', { 'Content-Encoding': coding }));
      expectRefused(answer, 'unsupported-media-type', { ...acceptQuery, 'accept-encoding': 'identity' });
    },
  );

  it('answers 500 with Retry-After while the store cannot be used', async () => {
    await given.store.close();
    expectRefused(await send(asSubmission(submission)), 'unexpected-failure', { ...acceptQuery, 'retry-after': '5' });
  });

  it('redirects a browser by 303 when its form is recorded, and again when it is resent', async () => {
    const fields = { ...submission, message: `a\r\nb ${CANARY}`, about: '', 'idempotency-key': 'form-1' };
    const answer = await send(asForm(fields));
    expect(answer).toEqual({
      status: 303,
      headers: { ...shared, location: '/feedback?submitted=1', 'content-length': '0' },
      body: expect.objectContaining({ length: 0 }),
    });
    expect(await send(asForm(fields))).toMatchObject({ status: 303, headers: { 'idempotency-replayed': 'true' } });
    const rows = await given.store.exportRows(0, 10);
    expect(rows.map(({ message, about }) => [message, about])).toEqual([[`a\nb ${CANARY}`, null]]);
  });

  it.each([
    ['text/*', 303],
    ['text/*, */*;q=0.5', 303],
    ['text/*;q=0.5, application/json', 201],
    ['*/*', 201],
  ])('tells a browser from a program by Accept: %s', async (accept, status) => {
    expect((await send(asSubmission(submission, 'k', { Accept: accept }))).status).toBe(status);
  });

  it('reads JSON from a browser too, with the key in the header field', async () => {
    const answer = await send(asSubmission(submission, 'k', { Accept: 'text/html' }));
    expect([answer.status, answer.headers.location]).toEqual([303, '/feedback?submitted=1']);
  });

  it.each<[string, Slug, Record<string, string> | string]>([
    ['without a key', 'missing-idempotency-key', submission],
    ['with an empty key', 'invalid-idempotency-key', { ...submission, 'idempotency-key': '' }],
    ['with two keys', 'invalid-idempotency-key', 'idempotency-key=a&idempotency-key=b'],
    ['with an unknown kind', 'invalid-submission', { ...submission, kind: CANARY, 'idempotency-key': 'k' }],
    ['with a field twice', 'invalid-submission', 'idempotency-key=a&kind=broken&kind=other'],
    ['that is not UTF-8', 'malformed-body', 'idempotency-key=a&message=%FF'],
  ])('refuses a form %s by a problem document', async (_, slug, fields) => {
    expectRefused(await send(asForm(fields)), slug);
  });
});

describeFeedback(
  '4.13 POST /api/feedback by scripts',
  ({ send }) => {
    it.each([
      ['https://site.example', true],
      [origin, true],
      ['https://app.example', true],
      ['https://APP.example', true],
      ['https://app.example:443', true],
      ['http://app.example', false],
      ['https://app.example:8443', false],
      ['https://else.example', false],
      ['null', false],
    ])('from %s may see the confirmation: %s', async (from, may) => {
      const { headers } = await send(asSubmission(submission, 'k', { Origin: from }));
      expect(headers['access-control-allow-origin']).toBe(may ? from : undefined);
    });

    it.each([
      ['https://app.example', 'Content-Type, Idempotency-Key', 'https://app.example', 'POST'],
      ['https://else.example', 'Content-Type, Idempotency-Key', undefined, undefined],
      ['https://else.example', 'content-type,x-http-method-override', '*', 'GET, HEAD, OPTIONS, POST, QUERY'],
    ])('a preflight from %s for %s is answered', async (from, asked, allowed, methods) => {
      const headers = {
        Origin: from,
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': asked,
      };
      const answer = await send({ method: 'OPTIONS', target: '/api/feedback', headers });
      expect(answer.status).toBe(204);
      expect(answer.headers['access-control-allow-origin']).toBe(allowed);
      expect(answer.headers['access-control-allow-methods']).toBe(methods);
      const fields = answer.headers['access-control-allow-headers'] ?? '';
      expect(fields.includes('Idempotency-Key')).toBe(allowed === from);
    });
  },
  { origins: ['https://app.example'] },
);

describeOverTransports(
  '4.13 POST /api/feedback where publicOrigin is spelled otherwise than browsers do',
  {
    corpus: siteCorpus({ publicOrigin: 'https://API.Example.org:443' }),
    feedback: { store: createMemoryStore(), now: () => NOW, randomBytes: countedBytes() },
  },
  (send) => {
    it.each([
      ['https://api.example.org', true],
      ['https://API.example.org', true],
      ['http://api.example.org', false],
      ['https://api.example.org.evil.example', false],
    ])('shows a script of %s the confirmation: %s', async (from, may) => {
      const { status, headers } = await send(asSubmission(submission, 'k', { Origin: from }));
      expect([status, headers['access-control-allow-origin']]).toEqual([201, may ? from : undefined]);
    });
  },
);
