import { afterEach, expect, it, vi } from 'vitest';
import { corpusOf } from '../../test/fixtures/corpus_of.ts';
import { openBudget } from '../cache/cache_budget.ts';
import type { Corpus } from '../corpus/corpus.ts';
import { openQuestions } from '../questions/open_questions.ts';
import type { PageQuestions } from '../questions/page_questions.ts';
import { messageLimits, openMcp } from './open_mcp.ts';

const budget = openBudget(0);
const caller = { signal: new AbortController().signal };
const pages = Array.from({ length: 250 }, (_, i) => ({ path: `p${String(i).padStart(3, '0')}`, text: 'word' }));

/** Asks in the revision 2025-11-25. */
function opened(corpus: Corpus, other: Partial<PageQuestions> = {}) {
  const questions = { ...openQuestions(corpus, budget), ...other };
  const endpoint = openMcp()({ questions, budget, submit: null, isGated: false });
  return async (method: string, params: object) => {
    const bytes = Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
    const { status, text } = await endpoint.answer({ bytes, field: () => undefined, service: null, caller });
    return { status, message: JSON.parse(text!) };
  };
}

afterEach(() => {
  vi.useRealTimers();
});

const never = { search: () => new Promise<never>(() => {}), find: () => new Promise<never>(() => {}) };

it.each([
  ['tools/call', { name: 'search', arguments: { query: 'word' } }],
  ['tools/call', { name: 'read', arguments: { path: 'p000' } }],
  ['resources/read', { uri: 'catchword:///pages/p000' }],
])('answers %s %j with 503 when it takes too long', async (method, params) => {
  const ask = opened(corpusOf(pages), never);
  // Loads the SDK, which a fake clock would hold up.
  await opened(corpusOf(pages))('ping', {});
  await ask('ping', {});
  vi.useFakeTimers();
  const answer = ask(method, params);
  await vi.advanceTimersByTimeAsync(messageLimits.patience + 100);
  expect(await answer).toEqual({
    status: 503,
    message: {
      jsonrpc: '2.0',
      id: 1,
      error: { code: -32_603, message: 'The response took too long. Try again in a moment.' },
    },
  });
});

it('lists 100 resources at once: what is fixed, then every page by its path', async () => {
  const ask = opened(corpusOf(pages.toReversed()));
  const uris: string[] = [];
  const lengths: number[] = [];
  for (let cursor: string | undefined; ; ) {
    const { result } = (await ask('resources/list', cursor === undefined ? {} : { cursor })).message;
    lengths.push(result.resources.length);
    uris.push(...result.resources.map(({ uri }: { readonly uri: string }) => uri));
    cursor = result.nextCursor;
    if (cursor === undefined) break;
  }
  expect(lengths).toEqual([100, 100, 52]);
  const fixed = ['catchword:///contents', 'catchword:///query-schema'];
  expect(uris).toEqual([...fixed, ...pages.map(({ path }) => `catchword:///pages/${path}`)]);
});

it('completes a path with at most 100 values, and says that there are more', async () => {
  const ask = opened(corpusOf(pages));
  const complete = async (value: string) => {
    const ref = { type: 'ref/resource', uri: 'catchword:///pages/{+path}' };
    return (await ask('completion/complete', { ref, argument: { name: 'path', value } })).message.result.completion;
  };
  expect(await complete('p')).toEqual({ values: pages.slice(0, 100).map(({ path }) => path), hasMore: true });
  expect(await complete('p2')).toEqual({ values: pages.slice(200).map(({ path }) => path), hasMore: false });
});

it.each([
  ['digest', 300_000],
  [null, 0],
])('has clients keep lists of a build with the content stamp %j for %i milliseconds', async (content, ttlMs) => {
  const questions = { ...openQuestions(corpusOf(pages), budget), stamps: { commit: null, content } };
  const endpoint = openMcp()({ questions, budget, submit: null, isGated: false });
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const fields: Readonly<Record<string, string>> = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' };
  const bytes = Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta } }));
  const { text } = await endpoint.answer({ bytes, field: (name) => fields[name], service: null, caller });
  expect(JSON.parse(text!).result).toMatchObject({ ttlMs, cacheScope: 'public' });
});

it.each([
  ['', '/p000'],
  ['/docs', '/docs/p000'],
  ['https://site.example', 'https://site.example/p000'],
])('names pages over a pipe below the origin "%s" as %s, and finds them by it', async (origin, url) => {
  const ask = opened(corpusOf(pages.slice(0, 1), { origin }));
  const { message } = await ask('tools/call', { name: 'read', arguments: { path: url } });
  expect(message.result.content[1].text).toBe(`Page: p000 <${url}>`);
});

it('names no website of a site without an origin', async () => {
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
  const infoOf = async (origin: string) =>
    (await opened(corpusOf(pages.slice(0, 1), { origin }))('initialize', params)).message.result.serverInfo;
  expect((await infoOf('https://site.example')).websiteUrl).toBe('https://site.example');
  expect(await infoOf('')).not.toHaveProperty('websiteUrl');
  expect(await infoOf('/docs')).not.toHaveProperty('websiteUrl');
});
