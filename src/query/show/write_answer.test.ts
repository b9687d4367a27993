import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { answerOf } from '../../../test/fixtures/answer_of.ts';
import { corpusOf, type TestPage } from '../../../test/fixtures/corpus_of.ts';
import { NaiveSearch } from '../../../test/naive/naive_search.ts';
import type { Corpus } from '../../corpus/corpus.ts';
import type { MatchNode, Query } from '../ask/plan.ts';

interface Row {
  readonly path: string;
  readonly match?: {
    readonly score: number;
    readonly excerpt: string;
    readonly ranges: readonly [number, number][];
    readonly distance?: number;
  };
}
interface Answer {
  readonly items: readonly Row[];
  readonly count: number;
  readonly total: number;
  readonly facets?: {
    readonly collection?: { value: string; count: number }[];
    readonly tags?: { value: string; title: string; count: number }[];
  };
  readonly relaxed?: boolean;
}

const DEFAULTS = { collection: null, tag: null, limit: 10, facets: [] } as const;

function ask(corpus: Corpus, query: Partial<Query> & { form: Query['form'] }): Answer {
  const plan = { batch: false, queries: [{ ...DEFAULTS, ...query } as Query] };
  return JSON.parse(Buffer.from(answerOf(corpus, plan)).toString()) as Answer;
}

function match(corpus: Corpus, node: MatchNode, rest: object = {}): Answer {
  return ask(corpus, { form: 'match', match: node, ...rest } as Partial<Query> & { form: 'match' });
}

const paths = (answer: Answer): string[] => answer.items.map(({ path }) => path);
const all = (text: string): MatchNode => ({ text, in: 'all' });

/** The words that a row's ranges mark. */
const shown = ({ match: place }: Row): string[] =>
  place!.ranges.map(([start, end]) => place!.excerpt.slice(start, end));

describe('a text clause', () => {
  const corpus = corpusOf([
    { path: 'a', title: 'Entity tags', text: 'A strong validator changes with every byte.\nCaches compare it.' },
    {
      path: 'b',
      title: 'Caching',
      description: 'How validators help',
      text: 'text-align and C++ with node:sqlite, naïve résumé',
    },
    {
      path: 'c',
      title: 'Suche',
      text: '数据库管理系统 and ภาษาไทย',
      aliases: ['old/name', 'Finder'],
      tags: ['http-caching'],
    },
    { path: 'd', title: 'Words', text: `${'filler '.repeat(100)}needle in the hay. ${'more '.repeat(100)}` },
  ]);

  test.each([
    ['validator', ['a', 'b'], 'by stem, in any field'],
    ['VALIDATORS', ['a', 'b'], 'by stem, whatever the case'],
    ['strong caches', ['a'], 'all terms, in different blocks'],
    ['helping caching', ['b'], 'all terms, in different fields'],
    ['the strong of validator', ['a'], 'without its function words'],
    ['text-align', ['b'], 'a technical name whole'],
    ['align', ['b'], 'a technical name by part'],
    ['node:sqlite', ['b'], 'a name with a colon'],
    ['C++', ['b'], 'a name that closes with a sign'],
    ['naive resume', ['b'], 'without its accents'],
    ['数据', ['c'], 'a substring of an unspaced script'],
    ['据库管', ['c'], 'a longer one, across words'],
    ['库', ['c'], 'a single character'],
    ['ไทย', ['c'], 'Thai'],
    ['"strong validator"', ['a'], 'a phrase'],
    ['“strong validator”', ['a'], 'a phrase in typographic quotes'],
    ['finder', ['c'], 'an alias'],
    ['http caching', ['c'], 'a tag'],
  ])('%j finds %j: %s', (text, expected) => {
    const answer = match(corpus, all(text));
    expect(paths(answer).sort()).toEqual(expected);
    expect(answer.total).toBe(expected.length);
    expect(answer).not.toHaveProperty('relaxed');
  });

  test.each(['"validator strong"', '数库', 'C#', 'align-text'])(
    '%j inside a tree, which is never relaxed, finds no page',
    (text) => {
      expect(match(corpus, { all: [all(text)] })).toEqual({ items: [], count: 0, total: 0 });
    },
  );

  test.each(['!!!', '😀', '""', '   '])('%j has no term and matches no page', (text) => {
    expect(match(corpus, all(text))).toEqual({ items: [], count: 0, total: 0 });
  });

  test('requires function words when there are no other words', () => {
    expect(paths(match(corpus, all('in the')))).toEqual(['d']);
  });

  test('returns pages with any of the terms, marked as relaxed, when no page of the site has all', () => {
    const answer = match(corpus, all('needle validator'));
    expect(paths(answer).sort()).toEqual(['a', 'b', 'd']);
    expect(answer.relaxed).toBe(true);
    expect(answer.total).toBe(3);
  });

  test('looks for a question without its frame only when it is relaxed', () => {
    const site = corpusOf([
      { path: 'a', text: 'red cats run' },
      { path: 'b', text: 'a difference between a red dog and other things' },
      { path: 'c', text: 'blue' },
    ]);
    const found = (text: string) => {
      const { relaxed = false, total } = match(site, all(text));
      return { relaxed, total };
    };
    expect(found('the difference between dog and red')).toEqual({ relaxed: false, total: 1 });
    expect(found('the difference between cats and red')).toEqual({ relaxed: true, total: 2 });
    expect(found('the difference between blue and cats')).toEqual({ relaxed: true, total: 2 });
    expect(found('the difference between zebras and cats')).toEqual({ relaxed: true, total: 1 });
  });

  test('is not relaxed when only the filter excludes all pages', () => {
    expect(match(corpus, all('strong validator'), { tag: 'http-caching' })).toEqual({ items: [], count: 0, total: 0 });
  });

  test('finds nothing, and is not relaxed, when none of its terms occurs on the site', () => {
    expect(match(corpus, all('zebra quagga'))).toEqual({ items: [], count: 0, total: 0 });
  });

  test('shows the best place and marks the words found', () => {
    const [row] = match(corpus, all('needle hay')).items;
    expect(shown(row!)).toEqual(['needle', 'hay']);
    expect(row!.match!.excerpt.length).toBeLessThanOrEqual(240);
    expect(row!.match!.excerpt).toContain('filler needle in the hay. more');
  });

  test.each([
    ['据库管', ['据库管']],
    ['text-align', ['text-align']],
    ['C++', ['C++']],
    ['resume', ['résumé']],
    ['"strong validator"', ['strong validator']],
    ['finder', ['Finder']],
  ])('%j shows %j', (text, words) => {
    expect(shown(match(corpus, all(text)).items[0]!)).toEqual(words);
  });

  test('ranks a title above a body', () => {
    const two = corpusOf([
      { path: 'a', title: 'Other', text: 'zebra one two three' },
      { path: 'b', title: 'Zebra', text: 'nothing of it here' },
    ]);
    expect(paths(match(two, all('zebra')))).toEqual(['b', 'a']);
  });
});

describe('a boolean tree', () => {
  const corpus = corpusOf([
    { path: 'a', text: 'red green', published: '2026-01-01' },
    { path: 'b', text: 'red blue', published: '2026-03-01' },
    { path: 'c', text: 'green blue' },
    { path: 'd', text: 'black', published: '2026-02-01' },
  ]);

  test('with only negations, puts the newest pages first and pages without a date last, with a score of zero and the beginning of each page', () => {
    const answer = match(corpus, { not: all('green') });
    expect(paths(answer)).toEqual(['b', 'd']);
    expect(answer.items[0]!.match).toEqual({
      score: 0,
      excerpt: 'red blue',
      ranges: [],
      section: null,
      titleRanges: [],
    });
  });

  test('puts pages that match only a negation after those that match a clause', () => {
    const answer = match(corpus, { any: [all('green'), { not: all('red') }] });
    expect(paths(answer)).toEqual(['a', 'c', 'd']);
    expect(answer.items[2]!.match!.score).toBe(0);
  });

  test('scores only the clauses that match', () => {
    const both = match(corpus, { any: [all('red'), all('blue')] });
    expect(paths(both)[0]).toBe('b');
    expect(both.total).toBe(3);
  });
});

describe('the other forms', () => {
  const corpus = corpusOf([
    { path: 'index', links: ['docs/a', 'blog/a'], collection: null },
    { path: 'docs/a', links: ['docs/b'], collection: 'writing', tags: ['x'], published: '2026-01-02' },
    { path: 'docs/b', links: ['index'], collection: 'writing', tags: ['x', 'y'], published: '2026-01-03' },
    { path: 'blog/a', collection: 'demos', published: '2026-01-03' },
    { path: 'far', links: ['docs/b'] },
  ]);

  test('a slug look-up finds the pages of that last segment, by path', () => {
    expect(paths(ask(corpus, { form: 'slug', slug: 'a' }))).toEqual(['blog/a', 'docs/a']);
    expect(paths(ask(corpus, { form: 'slug', slug: 'a', collection: 'demos' }))).toEqual(['blog/a']);
    expect(ask(corpus, { form: 'slug', slug: 'docs/a' })).toEqual({ items: [], count: 0, total: 0 });
  });

  test.each([
    ['docs/a', ['docs/a']],
    ['/docs/a', ['docs/a']],
    ['/', ['index']],
    ['index', ['index']],
    ['docs', []],
    ['docs/a/', []],
  ])('a path look-up of %j finds %j', (path, expected) => {
    expect(paths(ask(corpus, { form: 'path', path, limit: 1 }))).toEqual(expected);
  });

  test('a filter returns the newest pages first, then by path, without a match member', () => {
    const answer = ask(corpus, { form: 'filter', collection: 'writing' });
    expect(paths(answer)).toEqual(['docs/b', 'docs/a']);
    expect(answer.items[0]).not.toHaveProperty('match');
  });

  test('a filter by an unknown tag gives an empty answer', () => {
    expect(ask(corpus, { form: 'filter', tag: 'nothing' })).toEqual({ items: [], count: 0, total: 0 });
  });

  test('a traverse orders by distance, then path, and leaves out the start page', () => {
    const answer = ask(corpus, { form: 'traverse', traverse: { from: '/', follow: 'outgoing', depth: 5 } });
    expect(answer.items.map(({ path, match: m }) => [path, m!.distance])).toEqual([
      ['blog/a', 1],
      ['docs/a', 1],
      ['docs/b', 2],
    ]);
  });

  test('a filter of a traverse restricts the rows, not the links followed', () => {
    const answer = ask(corpus, {
      form: 'traverse',
      traverse: { from: 'index', follow: 'outgoing', depth: 2 },
      tag: 'y',
    });
    expect(paths(answer)).toEqual(['docs/b']);
  });

  test('a traverse can follow incoming links, and links in both directions', () => {
    const walk = (follow: 'incoming' | 'both', depth: number) =>
      paths(ask(corpus, { form: 'traverse', traverse: { from: 'docs/b', follow, depth } }));
    expect(walk('incoming', 1)).toEqual(['docs/a', 'far']);
    expect(walk('both', 1)).toEqual(['docs/a', 'far', 'index']);
    expect(ask(corpus, { form: 'traverse', traverse: { from: 'nowhere', follow: 'both', depth: 5 } }).total).toBe(0);
  });

  test('facets count all matches: every declared collection, and only tags that a match has', () => {
    expect(match(corpus, { not: all('zebra') }, { limit: 1, facets: ['collection', 'tags'] }).facets).toEqual({
      collection: [
        { value: 'writing', count: 2 },
        { value: 'demos', count: 1 },
        { value: 'glossary', count: 0 },
      ],
      tags: [
        { value: 'x', title: 'X', count: 2 },
        { value: 'y', title: 'Y', count: 1 },
      ],
    });
  });

  test('a batch answers its queries in order', () => {
    const queries = ['docs/b', 'nothing', 'docs/a'].map(
      (path) => ({ ...DEFAULTS, form: 'path', path, limit: 1 }) as Query,
    );
    const { answers } = JSON.parse(Buffer.from(answerOf(corpus, { batch: true, queries })).toString()) as {
      answers: Answer[];
    };
    expect(answers.map(paths)).toEqual([['docs/b'], [], ['docs/a']]);
  });
});

describe('like', () => {
  const words = [
    'alpha',
    'beta',
    'gamma',
    'delta',
    'epsilon',
    'zeta',
    'eta',
    'theta',
    'iota',
    'kappa',
    'lambda',
    'sigma',
  ];
  const text = (seed: number): string =>
    Array.from({ length: 60 }, (_, i) => words[(i * i * (seed + 1) + seed * i) % words.length]).join(' ');
  const corpus = corpusOf(
    Array.from({ length: 30 }, (_, i) => ({
      path: `p${String(i).padStart(2, '0')}`,
      title: `Page ${i}`,
      text: `${text(i)} unique${i}x`,
    })),
  );

  test.each([0, 7, 29])('puts page %i first when its own text is the passage', (page) => {
    const passage = `${text(page)} unique${page}x`;
    expect(paths(ask(corpus, { form: 'like', like: passage }))[0]).toBe(`p${String(page).padStart(2, '0')}`);
  });

  test('leaves out pages that share no distinctive term', () => {
    expect(ask(corpus, { form: 'like', like: 'unique3x' }).total).toBe(1);
    expect(ask(corpus, { form: 'like', like: 'zebra' })).toEqual({ items: [], count: 0, total: 0 });
  });
});

describe('any site', () => {
  const word = fc.constantFrom(
    'red',
    'green',
    'blue',
    'running',
    'runs',
    'the',
    'und',
    'planes',
    'plan',
    'a-b',
    '数据',
    '数据库',
    'C++',
    'naïve',
  );
  const text = fc.array(fc.oneof(word, fc.constant('\n')), { maxLength: 8 }).map((words) => words.join(' '));
  const page = fc.record({
    title: text,
    description: text,
    text,
    tags: fc.uniqueArray(fc.constantFrom('x', 'y', 'red'), { maxLength: 2 }),
    collection: fc.constantFrom(null, 'writing', 'glossary', 'demos'),
    published: fc.constantFrom(null, '2026-01-01', '2026-01-02'),
    links: fc.uniqueArray(fc.nat(5), { maxLength: 3 }),
    language: fc.constantFrom('en', 'de', 'fr'),
  });
  const site = fc.array(page, { minLength: 6, maxLength: 12 }).map((pages): TestPage[] =>
    pages.map((each, i) => ({
      ...each,
      path: `p${i}`,
      links: each.links.filter((to) => to !== i).map((to) => `p${to}`),
    })),
  );
  const clause = fc.record({
    text: fc.oneof(
      fc.array(fc.oneof(word, fc.constant('"')), { minLength: 1, maxLength: 3 }).map((words) => words.join(' ')),
      fc.tuple(word, word, word).map(([first, second, third]) => `"${first} ${second}" ${third}`),
    ),
    in: fc.constantFrom('all', 'title', 'body', 'description', 'aliases', 'tags'),
  }) as fc.Arbitrary<MatchNode>;
  const { tree } = fc.letrec<{ tree: MatchNode }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      clause,
      fc.record({ all: fc.array(tie('tree'), { minLength: 1, maxLength: 3 }) }),
      fc.record({ any: fc.array(tie('tree'), { minLength: 1, maxLength: 3 }) }),
      fc.record({ not: tie('tree') }),
    ),
  }));
  const narrowing = fc.record({
    collection: fc.constantFrom(null, 'writing', 'demos'),
    tag: fc.constantFrom(null, 'x', 'red', 'none'),
  });

  test('finds the same pages for any tree as a check of every page', () => {
    fc.assert(
      fc.property(site, tree, narrowing, (pages, node, narrow) => {
        const corpus = corpusOf(pages);
        const answer = match(corpus, node, { ...narrow, limit: 100 });
        const expected = new NaiveSearch(corpus).answer({ ...DEFAULTS, ...narrow, form: 'match', match: node });
        expect(paths(answer).sort()).toEqual([...expected.paths].sort());
        expect(answer.total).toBe(expected.paths.length);
        expect(answer.relaxed ?? false).toBe(expected.relaxed);
      }),
      { numRuns: 300 },
    );
  });

  test('gives the same total and the same first rows for every limit', () => {
    fc.assert(
      fc.property(site, tree, fc.integer({ min: 1, max: 12 }), (pages, node, limit) => {
        const corpus = corpusOf(pages);
        const whole = match(corpus, node, { limit: 100, facets: ['collection', 'tags'] });
        const part = match(corpus, node, { limit, facets: ['collection', 'tags'] });
        expect(part.total).toBe(whole.total);
        expect(part.facets).toEqual(whole.facets);
        expect(part.items).toEqual(whole.items.slice(0, limit));
      }),
    );
  });

  test('gives facet counts that add up, and that a filter never increases', () => {
    fc.assert(
      fc.property(site, tree, (pages, node) => {
        const corpus = corpusOf(pages);
        const wide = match(corpus, node, { limit: 100, facets: ['collection', 'tags'] });
        const sitePages = wide.items.filter(
          (row) => (row as unknown as { collection: string | null }).collection === null,
        ).length;
        expect(wide.facets!.collection!.reduce((sum, { count }) => sum + count, sitePages)).toBe(wide.total);
        if (wide.relaxed) return;
        for (const { value, count } of wide.facets!.tags!) {
          const narrow = match(corpus, node, { tag: value, facets: ['tags'] });
          expect(narrow.total).toBe(count);
          for (const tag of narrow.facets!.tags!) {
            expect(tag.count).toBeLessThanOrEqual(wide.facets!.tags!.find((each) => each.value === tag.value)!.count);
          }
        }
      }),
    );
  });

  test("obeys De Morgan's laws", () => {
    fc.assert(
      fc.property(site, tree, tree, (pages, a, b) => {
        const corpus = corpusOf(pages);
        const found = (node: MatchNode): string[] => paths(match(corpus, node, { limit: 100 })).sort();
        expect(found({ not: { all: [a, b] } })).toEqual(found({ any: [{ not: a }, { not: b }] }));
        expect(found({ not: { any: [a, b] } })).toEqual(found({ all: [{ not: a }, { not: b }] }));
      }),
    );
  });

  test('gives ranges that ascend, do not touch, and lie inside an excerpt of at most 240 characters', () => {
    fc.assert(
      fc.property(site, tree, (pages, node) => {
        for (const { match: place } of match(corpusOf(pages), node, { limit: 100 }).items) {
          expect(place!.excerpt.length).toBeLessThanOrEqual(240);
          let last = -1;
          for (const [start, end] of place!.ranges) {
            expect(start).toBeGreaterThan(last);
            expect(end).toBeGreaterThan(start);
            last = end;
          }
          expect(last).toBeLessThanOrEqual(place!.excerpt.length);
        }
      }),
    );
  });
});

describe('like on a site of two languages', () => {
  test('chooses a word by its rarity even where it has two stems', () => {
    const frequent = Array.from({ length: 12 }, (_, i) => `w${i}`).join(' ');
    const corpus = corpusOf([
      { path: 'a', title: '', text: `${frequent} running` },
      { path: 'b', title: '', text: `${frequent} running`, language: 'und' },
      { path: 'c', title: '', text: frequent },
    ]);
    const [row] = ask(corpus, { form: 'like', like: `${frequent} running` }).items;
    expect(shown(row!)).toContain('running');
  });
});

describe('a site with more than 255 collections', () => {
  test('keeps each page in its own collection', () => {
    const collections = Array.from({ length: 300 }, (_, i) => ({ name: `c${i}`, title: `C ${i}` }));
    const corpus = corpusOf(
      collections.map(({ name }) => ({ path: name, text: 'red', collection: name })),
      { collections },
    );
    expect(paths(ask(corpus, { form: 'filter', collection: 'c255' }))).toEqual(['c255']);
    const { facets } = match(corpus, all('red'), { facets: ['collection'] });
    expect(new Set(facets!.collection!.map(({ count }) => count))).toEqual(new Set([1]));
  });
});

describe('a word repeated in the query', () => {
  const corpus = corpusOf([
    { path: 'a', text: 'red dog' },
    { path: 'b', text: 'red cat of the sea' },
  ]);
  const scoreOf = (text: string): number => match(corpus, all(text)).items[0]!.match!.score;

  test('counts that often in the score', () => {
    expect(scoreOf('red red red')).toBeCloseTo(3 * scoreOf('red'), 3);
    expect(scoreOf('"red dog" "red dog"')).toBeCloseTo(2 * scoreOf('"red dog"'), 3);
  });

  test('counts that often in a relaxed answer', () => {
    expect(paths(match(corpus, all('dog cat cat zebra')))).toEqual(['b', 'a']);
    expect(paths(match(corpus, all('dog dog cat zebra')))).toEqual(['a', 'b']);
  });
});

describe('like a page’s own text', () => {
  const shared = Array.from(
    { length: 40 },
    (_, i) => `Sentence ${i} says the same on every version of this page.`,
  ).join(' ');
  const corpus = corpusOf([
    ...Array.from({ length: 20 }, (_, i) => ({
      path: `v${i}`,
      title: 'Versions',
      text: `${shared} Released as number ${i} of many.`,
    })),
    {
      path: 'longer',
      title: 'Sentence version page',
      text: `${shared} Released as number 7 of many. And more of the same version.`,
    },
  ]);

  test.each([0, 7, 19])('puts version %i first among near copies', (version) => {
    const like = `${shared} Released as number ${version} of many.`;
    expect(paths(ask(corpus, { form: 'like', like }))[0]).toBe(`v${version}`);
  });

  test('puts it first even with different line breaks', () => {
    const like = `${shared} Released as number 3 of many.`.replaceAll('. ', '.\n\n');
    expect(paths(ask(corpus, { form: 'like', like }))[0]).toBe('v3');
  });
});

describe('the order of fields', () => {
  const filler = (words: number): string => Array.from({ length: words }, (_, i) => `word${i}`).join(' ');
  const corpus = corpusOf([
    { path: 'a-body', title: 'One of five', description: 'Says nothing', text: 'a zebra' },
    { path: 'b-description', title: 'Two of five', description: `A zebra ${filler(20)}`, text: filler(40) },
    { path: 'c-tags', title: 'Three of five', tags: ['one', 'two', 'three', 'zebra'], text: filler(40) },
    { path: 'd-aliases', title: 'Four of five', aliases: ['Other name', 'Zebra crossing'], text: filler(40) },
    { path: 'e-title', title: 'Zebra of five', text: filler(40) },
  ]);

  test('is title, aliases, tags, description, body for one mention each, however short the body', () => {
    expect(paths(match(corpus, all('zebra')))).toEqual(['e-title', 'd-aliases', 'c-tags', 'b-description', 'a-body']);
  });
});
