import { describe, expect, it } from 'vitest';
import { createQueryAnalyser } from '../../src/corpus/analysis/analyse_query.ts';
import { TermNumbers } from '../../src/corpus/analysis/term_numbers.ts';
import type { BenchQuery, Match } from '../engine.ts';
import { type SitePage, termsInOrder } from '../pages/site_pages.ts';
import { drawQueries } from './draw_queries.ts';
import { QUERY_CLASSES } from './query_classes.ts';

const analyser = createQueryAnalyser(['english'], 'en');
const numbers = new TermNumbers();
/** Each page holds one of ten words, every third one a second, every fifth one a third, every fiftieth one a fourth. */
const pages: SitePage[] = Array.from({ length: 400 }, (_, page) => {
  const words = [`unique${'abcdefghij'[page % 10]}`, page % 3 === 0 ? 'thirds' : '', page % 5 === 0 ? 'fifths' : ''];
  const body = `${words.join(' ')} ${page % 50 === 0 ? 'seldom' : ''} ${page === 7 ? 'solitary' : ''} the and`;
  return {
    body,
    tokens: {
      title: termsInOrder(`Page ${page}`, 'en', numbers),
      text: termsInOrder(body, 'en', numbers),
      tags: page % 2 === 0 ? ['even'] : [],
      collection: null,
    },
  };
});
const queries = drawQueries(pages, analyser, 20, 1);

function holds(page: SitePage, match: Match): boolean {
  if ('word' in match) return `${page.tokens.title} ${page.tokens.text}`.split(' ').includes(match.word.term);
  if ('not' in match) return !holds(page, match.not);
  return 'all' in match ? match.all.every((node) => holds(page, node)) : match.any.some((node) => holds(page, node));
}

function found(query: BenchQuery): number {
  return pages.filter(
    (page) => holds(page, query.match) && (query.tag === null || page.tokens.tags.includes(query.tag)),
  ).length;
}

describe('drawQueries', () => {
  it('gives the same queries for the same seed and others for another', () => {
    expect(drawQueries(pages, analyser, 20, 1)).toEqual(queries);
    expect(drawQueries(pages, analyser, 20, 2)).not.toEqual(queries);
  });

  it('draws no query twice', () => {
    for (const name of QUERY_CLASSES) {
      expect(new Set(queries[name].map((query) => JSON.stringify(query))).size).toBe(queries[name].length);
    }
  });

  it('draws rare words that few pages hold and common ones that many do', () => {
    expect(queries['one rare word'].map(found)).toEqual([1]);
    for (const query of queries['one common word']) {
      expect(found(query)).toBeGreaterThanOrEqual(20);
      expect(found(query)).toBeLessThanOrEqual(160);
    }
  });

  it.each(['two words, all', '(A all B) or (C not D)', 'word + tag filter'] as const)(
    'finds something for "%s"',
    (name) => {
      expect(queries[name].length).toBeGreaterThan(0);
      for (const query of queries[name]) expect(found(query)).toBeGreaterThan(0);
    },
  );

  it('finds nothing for "no match"', () => {
    expect(queries['no match']).toHaveLength(20);
    expect(queries['no match'].map(found)).toEqual(Array(20).fill(0));
  });

  it('uses no function words', () => {
    expect(/"(the|and)"/.exec(JSON.stringify(queries))).toBeNull();
  });

  it('leaves the class with a tag filter empty where no page has a tag', () => {
    const untagged = pages.map((page) => ({ ...page, tokens: { ...page.tokens, tags: [] } }));
    expect(drawQueries(untagged, analyser, 5, 1)['word + tag filter']).toEqual([]);
  });
});

describe('termsInOrder', () => {
  it('gives stems in the order of the text, repeats and signed names included', () => {
    expect(termsInOrder('Caches cached C++ again, caches', 'en', new TermNumbers())).toBe('cach cach c++ c again cach');
  });
});
