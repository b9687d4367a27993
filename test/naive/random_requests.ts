import type { Corpus } from '../../src/corpus/corpus.ts';
import type { Resource } from '../../src/discovery/resource.ts';
import { servedResources } from '../../src/discovery/resources.ts';
import type { LocalRequestParts } from '../../src/http/requests/local_request.ts';
import { caps } from '../../src/query/ask/caps.ts';
import type { MatchNode, Plan, Query } from '../../src/query/ask/plan.ts';
import { formatParameters } from '../../src/query/ask/read_parameters.ts';
import { formatSearch } from '../../src/query/ask/read_search.ts';
import { createDraw, randomPlans, randomSearches } from './random_queries.ts';

/** Texts that the words of pages do not give: no words, function words, signs, broken quotes, unknown and repeated words. */
const ODD_TEXTS = [
  ...[
    'a',
    'the of and',
    '"the of"',
    '!!!',
    '"',
    '"" x',
    'zzzxq',
    'zzzxq the',
    '"zzzxq qqxz"',
    'C++',
    'c#',
    'node:sqlite',
  ],
  ...[
    '1.2.3',
    'don’t',
    'DON’T',
    'cafe\u0301',
    'ﬁle',
    '水',
    '火と水',
    'ß',
    'İstanbul',
    '🙂',
    'a-b-c',
    'x/y_z',
    '<b>',
    '\\',
    '"a" "b"',
  ],
  ...[
    'test test test test',
    'install installing installed',
    '"install the" zzzxq',
    '\u0000',
    'foo\nbar',
    '-',
    '2024-01-01',
    "it's",
  ],
];

/** Every resource that is one address and is only read. */
const SERVED: readonly Resource[] = servedResources({
  ...{ nativeQuery: false, gated: false, feedback: false, mcp: false, home: true, images: false },
  ...{ 'llms.txt': true, 'llms-full.txt': true, 'sitemap.xml': true, 'feed.xml': true, 'feed.json': true },
  'robots.txt': true,
});
const ADDRESSES = SERVED.filter(({ methods, variable }) => variable === null && methods.includes('GET')).map(
  ({ path }) => path,
);

/** Three requests that are asked together: a query, a search as people type, and an address. */
export interface RandomRound {
  readonly query: LocalRequestParts;
  readonly search: LocalRequestParts;
  readonly address: LocalRequestParts;
}

/** @returns as many rounds, the same for equal seeds */
export function randomRounds(corpus: Corpus, count: number, seed: number): RandomRound[] {
  const draw = createDraw(seed ^ 0x5bd1e995);
  const plans = randomPlans(corpus, count, seed);
  const searches = randomSearches(corpus, count, seed);
  return plans.map((plan, i) => ({
    query: queryRequest(draw(100) === 0 ? largePlan(corpus, draw) : oddAtTimes(plan, draw), draw),
    search: { method: 'GET', target: `/api/search?${formatSearch(searches[i]!)}` },
    address: addressRequest(corpus, i, draw),
  }));
}

type Draw = ReturnType<typeof createDraw>;

/** A tree of passages, as large as a request may be. */
function largePlan({ text: { bodies }, pages }: Corpus, draw: Draw): Plan {
  const clauses: MatchNode[] = Array.from({ length: caps.clauses.maximum }, () => {
    const page = draw(pages.count);
    const from = bodies.offset(page, draw(Math.max(1, bodies.positions(page))));
    const passage = bodies
      .window(page, from, 20 + draw(220))
      .replaceAll('"', ' ')
      .trim();
    const text = passage === '' ? pages.path(page) : passage;
    return { text: draw(10) === 0 ? `"${text}"` : text, in: draw(4) === 0 ? 'body' : 'all' };
  });
  const half = clauses.splice(draw(clauses.length));
  const some: MatchNode =
    half.length === 0 ? { any: clauses } : { any: [...clauses, { all: half.slice(0, 3) }, ...half.slice(3)] };
  const denied: MatchNode = { not: { text: ODD_TEXTS[draw(ODD_TEXTS.length)]!, in: 'title' } };
  const match = draw(3) === 0 ? { all: [some, denied] } : some;
  const rest = { collection: null, tag: null, limit: 20, facets: draw(2) === 0 ? [] : (['tags'] as const) };
  return { batch: false, queries: [{ ...rest, form: 'match', match }] };
}

/** One plan in ten asks for an odd text. */
function oddAtTimes(plan: Plan, draw: Draw): Plan {
  if (draw(10) > 0) return plan;
  const odd = (node: MatchNode): MatchNode => {
    if ('text' in node) return { ...node, text: ODD_TEXTS[draw(ODD_TEXTS.length)]! };
    if ('not' in node) return { not: odd(node.not) };
    return 'all' in node ? { all: node.all.map(odd) } : { any: node.any.map(odd) };
  };
  const queries = plan.queries.map((query) => (query.form === 'match' ? { ...query, match: odd(query.match) } : query));
  return { ...plan, queries };
}

/** Both spellings in turn, where parameters can express the plan. */
function queryRequest(plan: Plan, draw: Draw): LocalRequestParts {
  const rows = Math.floor(caps.results.maximum / plan.queries.length);
  const queries = plan.queries.map((query) => ({ ...query, limit: Math.min(query.limit, rows) }));
  const parameters = formatParameters({ ...plan, queries });
  if (parameters !== null && draw(2) === 0) return { method: 'GET', target: `/api/pages?${parameters}` };
  const bodies = queries.map(bodyOf);
  return {
    method: 'POST',
    target: '/api/pages',
    fields: { 'content-type': 'application/json', 'x-http-method-override': 'QUERY' },
    body: Buffer.from(JSON.stringify(plan.batch ? { batch: bodies } : bodies[0])),
  };
}

/** A query as a client writes it. */
function bodyOf({ form, collection, tag, ...rest }: Query): Record<string, unknown> {
  const { facets = [], limit, ...own } = rest as { readonly facets?: readonly string[]; readonly limit: number };
  return {
    ...own,
    ...(collection !== null && { collection }),
    ...(tag !== null && { tag }),
    ...(form !== 'slug' && form !== 'path' && { limit }),
    ...(facets.length > 0 && { facets }),
  };
}

function addressRequest({ pages, tags }: Corpus, at: number, draw: Draw): LocalRequestParts {
  const path = pages.path(draw(pages.count));
  const spelled = path.split('/').map(encodeURIComponent).join('/');
  const get = (target: string, fields: Record<string, string> = {}) => ({ method: 'GET', target, fields });
  switch (at % 8) {
    case 0:
      return get(ADDRESSES[Math.floor(at / 8) % ADDRESSES.length]!, { accept: '*/*' });
    case 1:
      return get(`/api/pages/${spelled}`, { accept: 'text/markdown' });
    case 2:
      return get(`/${spelled}.md`);
    case 3:
      return get(`/api/${['tags', 'collections', 'site-pages'][draw(3)]}?limit=${draw(Math.max(3, tags.count))}`);
    case 4:
      return get(`/explore/page/${spelled}`, { accept: 'text/html' });
    case 5:
      return get(`/api/pages/${spelled.slice(0, draw(spelled.length))}`);
    default:
      return get(`/api/pages/${spelled}`);
  }
}
