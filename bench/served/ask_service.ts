import type { Corpus } from '../../src/corpus/corpus.ts';
import { createLocalRequest, type LocalRequestParts } from '../../src/http/requests/local_request.ts';
import { createService } from '../../src/http/service.ts';

/** The addresses that users ask with free text. */
export const ADDRESSES = ['/api/search?q=', '/api/pages?q='] as const;
export type Address = (typeof ADDRESSES)[number];

/** How a text reaches the service: at an address, or in a body. */
export const WAYS = [...ADDRESSES, 'QUERY any', 'QUERY like'] as const;
export type Way = (typeof WAYS)[number];

/** @param limit at most 100 @returns paths of pages, best first, or null where the service refuses the text */
export type AskService = (way: Way, text: string, limit: number) => Promise<readonly string[] | null>;

const CACHE_BYTES = 1 << 24;
/** Most rows of one answer of `/api/search`. */
const SEARCH_ROWS = 50;

/** Asks a service in this process, so that what is measured is what users get. */
export function createAsker(corpus: Corpus): AskService {
  const service = createService({ corpus, cacheBytes: CACHE_BYTES });
  return async (way, text, limit) => {
    const paths: string[] = [];
    for (const request of requestsOf(way, text, limit)) {
      const { status, body } = await service.answer(createLocalRequest(request));
      if (status >= 400 && status < 500) return null;
      if (status !== 200) throw new Error(`Cannot ask "${text}": the service answers ${status}`);
      const { items } = JSON.parse(Buffer.from(body!).toString()) as { items: readonly { readonly path: string }[] };
      paths.push(...items.map(({ path }) => path));
    }
    return paths;
  };
}

/** Requests for the first rows, in their order. */
export function requestsOf(way: Way, text: string, limit: number): LocalRequestParts[] {
  const q = encodeURIComponent(text.toWellFormed());
  switch (way) {
    case '/api/search?q=':
      return Array.from({ length: Math.ceil(limit / SEARCH_ROWS) }, (_, i) => {
        const offset = i * SEARCH_ROWS;
        const rows = `offset=${offset}&limit=${Math.min(SEARCH_ROWS, limit - offset)}`;
        return { method: 'GET', target: `/api/search?q=${q}&sections=0&${rows}` };
      });
    case '/api/pages?q=':
      return [{ method: 'GET', target: `/api/pages?q=${q}&limit=${limit}` }];
    case 'QUERY any': {
      const words = [...new Set(text.split(/\s+/).filter((word) => word !== ''))];
      return [query({ match: { any: words.map((word) => ({ text: word, in: 'all' })) }, limit })];
    }
    case 'QUERY like':
      return [query({ like: text, limit })];
  }
}

function query(body: object): LocalRequestParts {
  const fields = { 'content-type': 'application/json', 'x-http-method-override': 'QUERY' };
  return { method: 'POST', target: '/api/pages', fields, body: Buffer.from(JSON.stringify(body)) };
}
