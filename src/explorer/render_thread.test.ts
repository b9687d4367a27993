import { afterAll, expect, test } from 'vitest';
import type { Refusal } from '../problems/refusal.ts';
import type { ReadingRequest } from './reading_document.ts';
import { RenderThread, renderLimits } from './render_thread.ts';

const limits = { ...renderLimits, idleTime: 20 };
const threads: RenderThread[] = [];
afterAll(() => Promise.all(threads.map((thread) => thread.render(request(), () => false))));

/** A thread whose pages are made by a script: `reply` answers with a document. */
function threadOf(script: string, changed: Partial<typeof renderLimits> = {}): RenderThread {
  const source = `import { parentPort } from 'node:worker_threads';
    const reply = (document) => parentPort.postMessage({ document });
    parentPort.on('message', ({ facts: { title } }) => { ${script} });`;
  const url = new URL(`data:text/javascript,${encodeURIComponent(source)}`);
  const thread = new RenderThread({ ...limits, ...changed }, url);
  threads.push(thread);
  return thread;
}

function request(title = 'a'): ReadingRequest {
  return {
    ...{ page: new Uint8Array(), markdown: new Uint8Array(), assets: { style: '', script: null, box: null } },
    ...{ images: new Map(), ownOrigin: null, versions: { version: null, total: 0, items: [] } },
    ...{ above: [], before: null, after: null, translations: [] },
    facts: { title, description: '', collections: [], languages: [], versions: [], hasFeedback: false },
  };
}

const wanted = (): boolean => true;

function refusal(detail: string, retryAfter: number): Refusal {
  return { kind: 'refusal', slug: null, status: 503, detail, retryAfter };
}

test('Pages are rendered one after the other, also after the thread ended because none came', async () => {
  const thread = threadOf('reply(title)');
  expect(await Promise.all(['a', 'b', 'c'].map((title) => thread.render(request(title), wanted)))).toEqual([
    ...['a', 'b', 'c'],
  ]);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(await thread.render(request('d'), wanted)).toBe('d');
});

test('A page that takes too long is refused, and the next has a new thread', async () => {
  const thread = threadOf("if (title === 'endless') for (;;); reply(title)", { renderTime: 3_000 });
  const endless = thread.render(request('endless'), wanted);
  const next = thread.render(request('next'), wanted);
  expect(await endless).toEqual(refusal('Cannot show the page: it takes too long. Read its Markdown.', 60));
  expect(await next).toBe('next');
});

test('A full queue refuses, and so does a wait that is too long', async () => {
  const thread = threadOf("if (title !== 'endless') reply(title)", {
    waitingPages: 1,
    waitTime: 50,
    renderTime: 1_000,
  });
  const endless = thread.render(request('endless'), wanted);
  const waiting = thread.render(request(), wanted);
  const busy = refusal('Cannot show the page now: too many requests are waiting. Try again in a moment.', 1);
  expect(await thread.render(request(), wanted)).toEqual(busy);
  expect(await waiting).toEqual(busy);
  expect(await endless).toMatchObject({ status: 503 });
});

test('A page that nobody waits for any more is not rendered', async () => {
  const thread = threadOf('reply(title)');
  const first = thread.render(request('first'), wanted);
  const second = thread.render(request('second'), () => false);
  expect(await first).toBe('first');
  expect(await second).toEqual(refusal('Cannot show the page: the connection was closed.', 1));
});

test.each([
  ['fails', "if (title === 'bad') parentPort.postMessage({ error: new Error('why') }); else reply(title)", 'why'],
  ['ends the thread', "if (title === 'bad') process.exit(1); reply(title)", 'the thread that renders pages has ended'],
  ['breaks the thread', "if (title === 'bad') throw new Error('broken'); reply(title)", 'broken'],
])('A page that %s fails alone', async (_what, script, message) => {
  const thread = threadOf(script);
  const bad = thread.render(request('bad'), wanted);
  const next = thread.render(request('next'), wanted);
  await expect(bad).rejects.toThrow(message);
  expect(await next).toBe('next');
});
