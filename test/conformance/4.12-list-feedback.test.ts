import { expect, it } from 'vitest';
import { attemptOf, NOW } from '../fixtures/feedback.ts';
import { expectRefusal, readFields } from './expected.ts';
import { describeFeedback, type FeedbackCase } from './feedback.ts';
import { jsonOf } from './transports.ts';

const target = '/api/feedback';

async function fill({ store }: FeedbackCase, count: number): Promise<void> {
  for (let at = 1; at <= count; at++) await store.submit(attemptOf(`key ${at}`, { about: 'about' }, NOW + at * 1000));
}

const secondsOf = (answer: Parameters<typeof jsonOf>[0]): number[] =>
  jsonOf(answer).items.map(({ submittedAt }: { submittedAt: string }) => (Date.parse(submittedAt) - NOW + 250) / 1000);

/** Reads the whole list by following its links. */
async function follow({ send }: FeedbackCase, first: string): Promise<number[]> {
  const seconds: number[] = [];
  for (let next: string | undefined = first, pages = 0; next !== undefined && pages < 100; pages++) {
    const answer = await send({ target: next });
    seconds.push(...secondsOf(answer));
    next = /^<([^>]+)>; rel="next"$/.exec(answer.headers.link ?? '')?.[1];
  }
  return seconds;
}

describeFeedback('4.12 GET /api/feedback', (given) => {
  const { send } = given;

  it('answers an empty list', async () => {
    const answer = await send({ target, headers: { 'If-None-Match': '*' } });
    expect({ ...answer, body: jsonOf(answer) }).toEqual({
      status: 200,
      headers: readFields(answer, { 'cache-control': 'no-store', 'accept-query': 'application/json' }),
      body: { items: [], count: 0, total: 0, partial: false },
    });
  });

  it('shows the newest first, without a member for a message', async () => {
    await fill(given, 2);
    const answer = await send({ target });
    expect(answer.headers).not.toHaveProperty('link');
    expect(jsonOf(answer)).toEqual({
      items: [2, 1].map((at) => ({
        id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
        kind: 'broken',
        severity: 'low',
        about: 'about',
        submittedAt: `2026-11-21T09:30:0${at}Z`,
      })),
      count: 2,
      total: 2,
      partial: false,
    });
  });

  it('shows `about` only when it names a page or tool of the site, in one spelling', async () => {
    const sent = ['about', '/about', 'https://site.example/about', 'search box', 'ETag', '/', 'my phone number', ''];
    for (const about of sent) await given.store.submit(attemptOf(`about ${about}`, { about }));
    const { items } = jsonOf(await send({ target }));
    const shown = items.map(({ about }: { about: string | null }) => about).reverse();
    expect(shown).toEqual(['about', 'about', 'about', 'search box', 'glossary/etag', 'index', null, null]);
  });

  it.each([
    ['26', 25],
    ['25', 25],
    ['3', 3],
    ['0', 0],
    ['-1', 0],
    ['-99999999999999999999', 0],
    ['99999999999999999999', 25],
    ['abc', 10],
    ['1.5', 10],
    ['', 10],
    ['5&limit=6', 10],
  ])('limit=%s answers %d rows', async (limit, rows) => {
    await fill(given, 27);
    const { items, count, total } = jsonOf(await send({ target: `${target}?limit=${limit}` }));
    expect([items.length, count, total]).toEqual([rows, rows, 27]);
  });

  it.each(['', '?limit=4', '?limit=25', '?limit=0', '?limit=-3'])(
    'the links of %s lead through the whole list once',
    async (search) => {
      await fill(given, 27);
      expect(await follow(given, `${target}${search}`)).toEqual(Array.from({ length: 27 }, (_, at) => 27 - at));
    },
  );

  it('continues after its cursor when rows were added, or the row of the cursor was removed', async () => {
    await fill(given, 6);
    const first = await send({ target: `${target}?limit=2` });
    const next = /<([^>]+)>/.exec(first.headers.link!)![1]!;
    await given.store.purge(jsonOf(first).items[1].id);
    await given.store.submit(attemptOf('newer', {}, NOW + 60_000));
    expect(secondsOf(await send({ target: next }))).toEqual([4, 3]);
  });

  it('starts at the newest row for a cursor that this store did not issue', async () => {
    await fill(given, 12);
    const { body } = await send({ target });
    const link = (await send({ target })).headers.link!;
    const cursor = /cursor=([^>&]+)/.exec(link)![1]!;
    const turned = `${cursor[0] === 'A' ? 'B' : 'A'}${cursor.slice(1)}`;
    const foreign = [turned, `${cursor}=`, '', '%00', 'x'.repeat(12_000), btoa('{"__proto__":1}'), "'%20OR%201=1--"];
    for (const text of foreign) expect((await send({ target: `${target}?cursor=${text}` })).body).toEqual(body);
    expect((await send({ target: `${target}?cursor=${cursor}&cursor=${cursor}` })).body).toEqual(body);
  });

  it('leaves out what the owner has hidden', async () => {
    await fill(given, 3);
    const { items } = jsonOf(await send({ target }));
    await given.store.hide(items[0].id, true);
    expect(jsonOf(await send({ target }))).toEqual({ items: items.slice(1), count: 2, total: 2, partial: false });
  });

  it('is JSON and nothing else, by GET and HEAD', async () => {
    const answer = await send({ target, headers: { Accept: 'text/html' } });
    expectRefusal(answer, 'not-acceptable', { vary: 'Accept', 'accept-query': 'application/json' });
    const head = await send({ method: 'HEAD', target });
    expect([head.status, head.body.length, head.headers['accept-query']]).toEqual([200, 0, 'application/json']);
  });

  it('answers 500 with Retry-After while the store cannot be used, and still serves pages', async () => {
    await given.store.close();
    const answer = await send({ target });
    expectRefusal(answer, 'unexpected-failure', { 'retry-after': '5', 'accept-query': 'application/json' });
    expect((await send({ target: '/api/pages?q=cache' })).status).toBe(200);
  });
});

describeFeedback(
  '4.12 over its counting budget',
  (given) => {
    it('says that the total covers a part only', async () => {
      await fill(given, 5);
      expect(jsonOf(await given.send({ target: `${target}?limit=1` }))).toMatchObject({ total: 5, partial: false });
      await given.store.submit(attemptOf('one more'));
      expect(jsonOf(await given.send({ target: `${target}?limit=1` }))).toMatchObject({ total: 5, partial: true });
    });
  },
  { countBudget: 5 },
);
