import type { Corpus } from '../corpus/corpus.ts';
import { overrideHeader } from '../discovery/resources.ts';
import { caps } from '../query/ask/caps.ts';
import type { ApiRequest } from './requests/api_request.ts';
import { createService, type Service } from './service.ts';

/** Pages that are asked for and searched by the words of their paths; fewer when that takes longer than so many milliseconds. */
const pagesAsked = 20;
const longestTime = 150;
/**
 * How often a tree is asked that nests as deep as it is long, and how deep: of all bodies it gains most from the compiler, which
 * has seen enough of it in half of the size that a body may have.
 */
const treesAsked = 3;
const levels = caps.body.maximum / 20;

/**
 * Answers some requests for nobody. Until the runtime has compiled what answers, callers wait several times as long, and the worst
 * of bodies twice as long as an answer may take.
 *
 * @param service answers them: one that is thrown away, so that nothing is kept of them
 */
export async function warmUp(corpus: Corpus, service: Service = createService({ corpus })): Promise<void> {
  const { pages } = corpus;
  const start = performance.now();
  for (let page = 0; page < Math.min(pagesAsked, pages.count) && performance.now() - start < longestTime; page++) {
    const path = pages.path(page);
    const words = path.match(/[\p{L}\p{N}]+/gu) ?? ['page'];
    const clauses = words.map((text) => ({ text, in: 'all' }));
    await service.answer(get(`/api/pages/${path.split('/').map(encodeURIComponent).join('/')}`));
    await service.answer(get(`/api/pages?q=${encodeURIComponent(words.join(' '))}&facets=tags`));
    await service.answer(query({ match: { any: clauses }, facets: ['collection', 'tags'] }));
    await service.answer(query({ match: { all: [clauses[0], { not: { any: clauses.slice(1).concat(clauses) } }] } }));
  }
  const tree = `{"match":${'{"not":'.repeat(levels)}null${'}'.repeat(levels)}}`;
  for (let i = 0; i < treesAsked; i++) await service.answer(requestFor('/api/pages', Buffer.from(tree)));
}

function get(target: string): ApiRequest {
  return requestFor(target, null);
}

function query(body: unknown): ApiRequest {
  return requestFor('/api/pages', Buffer.from(JSON.stringify(body)));
}

function requestFor(target: string, content: Uint8Array | null): ApiRequest {
  const fields = new Map([['host', 'localhost']]);
  if (content !== null) fields.set('content-type', 'application/json').set(overrideHeader, 'QUERY');
  return {
    method: content === null ? 'GET' : 'POST',
    target,
    scheme: 'http',
    hasBody: content !== null,
    header: (name) => fields.get(name),
    headerLines: (name) => (fields.has(name) ? [fields.get(name)!] : []),
    body: async () => content ?? new Uint8Array(),
  };
}
