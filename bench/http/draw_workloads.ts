import { createQueryAnalyser } from '../../src/corpus/analysis/analyse_query.ts';
import type { Corpus } from '../../src/corpus/corpus.ts';
import type { BenchQuery, Match } from '../engine.ts';
import { readSitePages } from '../pages/site_pages.ts';
import { drawQueries } from '../queries/draw_queries.ts';
import { QUERY_CLASSES } from '../queries/query_classes.ts';
import type { Workload, WorkloadRequest } from './workload.ts';

/** Different requests of a hot workload; few enough that the cache of answers evicts none. */
const HOT = 500;

/**
 * The workloads of the HTTP comparison, drawn from the pages and words of the site.
 * @param queries number of different queries of each uncached kind; more than the cache of answers holds
 */
export function drawWorkloads(corpus: Corpus, queries: number, seed: number): Workload[] {
  const drawn = drawMixed(corpus, queries, seed);
  const searches = [...new Set(drawn.flatMap((query) => spellTarget(query) ?? []))].map(get);
  const pages = spread(corpus.pages.count, HOT).map((page) => get(addressOf(corpus, page)));
  const lists = ['/api/tags', '/api/site-pages', '/api/collections'].flatMap((list) =>
    [5, 10, 20].map((limit) => get(`${list}?limit=${limit}`)),
  );
  return [
    { name: 'GET a page', treatment: 'read', requests: pages },
    { name: 'GET a list', treatment: 'read', requests: lists },
    { name: 'GET a repeated search', treatment: 'read', requests: searches.slice(0, HOT) },
    { name: 'GET a page, 304', treatment: 'conditional', requests: pages },
    { name: 'GET a search, new', treatment: 'parameters', requests: searches },
    { name: 'QUERY, new', treatment: 'query', requests: drawn.map(spellQuery) },
  ];
}

/** Queries of all classes in turn, without the pasted passages, which measure the index and not the server. */
function drawMixed(corpus: Corpus, count: number, seed: number): BenchQuery[] {
  const analyser = createQueryAnalyser(corpus.analyser.algorithms, corpus.settings.language);
  const names = QUERY_CLASSES.filter((name) => name !== 'like, 300 words');
  const byClass = drawQueries(readSitePages(corpus), analyser, count, seed, names);
  const classes = names.map((name) => byClass[name]);
  return Array.from({ length: count }, (_, turn) => classes.flatMap((queries) => queries[turn] ?? []))
    .flat()
    .slice(0, count);
}

function get(target: string): WorkloadRequest {
  return { method: 'GET', target, body: '' };
}

/** `wanted` numbers below `count`, evenly spread. */
function spread(count: number, wanted: number): number[] {
  const length = Math.min(count, wanted);
  return Array.from({ length }, (_, place) => Math.floor((place * count) / length));
}

function addressOf(corpus: Corpus, page: number): string {
  const { path } = JSON.parse(`${Buffer.from(corpus.pages.row(page)).toString()}}`) as { path: string };
  return `/api/pages/${path.split('/').map(encodeURIComponent).join('/')}`;
}

/** The URL parameters of a query, or null for a tree, which parameters cannot express. */
export function spellTarget({ match, tag, facets }: BenchQuery): string | null {
  const words = wordsOf(match);
  if (words === null) return null;
  const parameters = new URLSearchParams({ q: words.join(' ') });
  if (tag !== null) parameters.set('tag', tag);
  if (facets) parameters.set('facets', 'collection,tags');
  return `/api/pages?${parameters}`;
}

function wordsOf(match: Match): string[] | null {
  if ('word' in match) return [match.word.written];
  if (!('all' in match)) return null;
  const words = match.all.map(wordsOf);
  return words.includes(null) ? null : (words as string[][]).flat();
}

function spellQuery({ match, tag, facets }: BenchQuery): WorkloadRequest {
  const body = JSON.stringify({
    match: spellNode(match),
    ...(tag === null ? {} : { tag }),
    limit: 10,
    ...(facets ? { facets: ['collection', 'tags'] } : {}),
  });
  return { method: 'POST', target: '/api/pages', body };
}

function spellNode(match: Match): unknown {
  if ('word' in match) return { text: match.word.written, in: 'all' };
  if ('not' in match) return { not: spellNode(match.not) };
  return 'all' in match ? { all: match.all.map(spellNode) } : { any: match.any.map(spellNode) };
}
