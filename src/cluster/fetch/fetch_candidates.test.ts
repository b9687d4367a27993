import { describe, expect, test } from 'vitest';
import { corpusOf } from '../../../test/fixtures/corpus_of.ts';
import { pagesOfFewWords } from '../../../test/fixtures/pages_of_few_words.ts';
import { createDraw, randomPlans } from '../../../test/naive/random_queries.ts';
import { openBudget } from '../../cache/cache_budget.ts';
import { createQueryAnalyser } from '../../corpus/analysis/analyse_query.ts';
import type { FieldName } from '../../corpus/index/fields.ts';
import { createEmbeddedAnswerer } from '../../engine/embedded/embedded_answerer.ts';
import type { MatchNode, Query } from '../../query/ask/plan.ts';
import { publicationOf } from '../index/publication.ts';
import { openSite } from '../index/site_parts.ts';
import type { Dsl } from '../translate/dsl.ts';
import type { BuildAsker, Hit } from './ask_build.ts';
import { asksCandidates, fetchCandidates, MOST_CANDIDATES, MOST_LEAVES, translateLoosely } from './fetch_candidates.ts';

const CORPUS = corpusOf(pagesOfFewWords(60));
const { parts, meta } = publicationOf(CORPUS);
const site = openSite(parts, meta.partsDigest);
const analyser = createQueryAnalyser(site.analyser.algorithms, site.settings.language);
const { signal } = new AbortController();

/** The pages that a loose query finds, by the postings of the corpus. */
function pagesOf(query: Dsl): Set<number> {
  if ('match_all' in query) return new Set(Array.from({ length: CORPUS.pages.count }, (_, page) => page));
  if ('rank_feature' in query) {
    const [, field, term] = (query.rank_feature as { readonly field: string }).field.split('.') as [
      string,
      string,
      string,
    ];
    const set = field === 'all' ? CORPUS.text.all : CORPUS.text.fields[field as FieldName];
    return new Set(set.pages.subarray(set.starts[Number(term)]!, set.starts[Number(term) + 1]!));
  }
  const { filter, should } = query.bool as { readonly filter?: readonly Dsl[]; readonly should?: readonly Dsl[] };
  const sets = (filter ?? should)!.map(pagesOf);
  const all = [...new Set(sets.flatMap((set) => [...set]))];
  return new Set(filter === undefined ? all : all.filter((page) => sets.every((set) => set.has(page))));
}

describe('translateLoosely', () => {
  test('finds every page that a tree matches', async () => {
    const embedded = createEmbeddedAnswerer(CORPUS, openBudget(1 << 20));
    const trees = randomPlans(CORPUS, 600, 8)
      .flatMap(({ queries }) => queries)
      .filter((query) => query.form === 'match')
      .filter(({ match }) => !('text' in match));
    expect(trees.length).toBeGreaterThan(30);
    let narrowed = 0;
    for (const { match } of trees) {
      const query: Query = { form: 'match', match, collection: null, tag: null, limit: 100, facets: [] };
      const answer = Buffer.from(await embedded.answer({ batch: false, queries: [query] }, signal)).toString();
      const { items } = JSON.parse(answer) as { readonly items: readonly { readonly path: string }[] };
      const loose = translateLoosely(site, analyser, match);
      const found = loose === null ? new Set<number>() : pagesOf(loose);
      if (found.size < CORPUS.pages.count) narrowed++;
      const missing = items.filter(({ path }) => !found.has(CORPUS.pages.find(path)));
      expect({ match, missing }).toEqual({ match, missing: [] });
    }
    expect(narrowed).toBeGreaterThan(10);
  });
});

describe('asksCandidates', () => {
  const draw = createDraw(1);
  const words = () => Array.from({ length: 30 }, () => `w${draw(10_000)}`).join(' ');
  const many: MatchNode = { any: Array.from({ length: MOST_LEAVES / 25 }, () => ({ text: words(), in: 'all' })) };

  test.each<[string, MatchNode, boolean]>([
    ['a tree of many words', many, true],
    ['a tree of few words', { any: [{ text: words(), in: 'all' }] }, false],
    ['negation alone, which nearly all pages match', { not: many }, false],
  ])('is right about %s', (_, node, expected) => {
    expect(asksCandidates(analyser, node)).toBe(expected);
  });
});

describe('fetchCandidates', () => {
  /** A cluster in which so many pages may match. */
  function askerOf(total: number, asked: Dsl[]): BuildAsker {
    const unused = () => Promise.reject(new Error('not asked for'));
    return {
      async search(body) {
        asked.push(body);
        const { filter } = (body.query as { readonly bool: { readonly filter: readonly Dsl[] } }).bool;
        const { page: some } = (filter[0]!.terms ?? {}) as { readonly page?: readonly number[] };
        const pages = some ?? Array.from({ length: Math.min(total, body.size as number) }, (_, page) => page);
        return { total, hits: pages.map((page): Hit => ({ _id: `${page}`, sort: [page] })), aggregations: {} };
      },
      ...{ shown: unused, sources: unused },
    };
  }
  const candidates: Dsl = { match_all: {} };
  const filters: readonly Dsl[] = [{ term: { tags: 1 } }];
  const terms = { numbers: [3, 5], places: new Map() };

  test('fetches all candidates with their words, in batches', async () => {
    const asked: Dsl[] = [];
    const found = await fetchCandidates(askerOf(250, asked), candidates, filters, terms, signal);
    expect(found!.map(({ page }) => page)).toEqual(Array.from({ length: 250 }, (_, page) => page));
    expect(asked.map(({ size }) => size)).toEqual([MOST_CANDIDATES, 100, 100, 50]);
    expect(asked[0]!.query).toEqual({ bool: { filter: [candidates, ...filters] } });
    expect(asked[1]).toMatchObject({ script_fields: { words: { script: { params: { terms: [3, 5] } } } } });
  });

  test('gives up on too many', async () => {
    const asked: Dsl[] = [];
    expect(await fetchCandidates(askerOf(MOST_CANDIDATES + 1, asked), candidates, filters, terms, signal)).toBe(null);
    expect(asked.length).toBe(1);
  });
});
