import { describe, expect, test } from 'vitest';
import { siteOf } from '../../../test/fixtures/site_of.ts';
import type { Field, MatchNode, Query } from '../../query/ask/plan.ts';
import type { Dsl } from './dsl.ts';
import { narrowed, translate, translateFilters } from './translate.ts';

const { site, analyser } = siteOf([
  {
    path: 'a',
    title: 'Quartz',
    text: 'The quartz plinth. node:sqlite and C++.',
    tags: ['stone', 'text'],
    collection: 'writing',
  },
  { path: 'b', title: 'Plinth', text: 'Plinths of the fjord. 水火', tags: ['stone'] },
  { path: 'c', title: 'Der Plan', text: 'Die Planes und Plan.', language: 'de', collection: 'glossary' },
]);

const LISTING = { collection: null, tag: null, limit: 10, facets: [] } as const;
const number = (term: string): number => site.vocabulary.find(term);
/** A scored term. @param share of its rarity */
const leaf = (term: string, field = 'all', share = 1): Dsl => ({
  rank_feature: { field: `f.${field}.${number(term)}`, linear: {}, boost: site.rarity[number(term)]! * share },
});
const phrase = (field: string, text: string): Dsl => ({ match_phrase: { [`p.${field}`]: text } });
const inAnyField = (text: string): Dsl => ({
  bool: {
    should: ['title', 'aliases', 'tags', 'description', 'body'].map((field) => phrase(field, text)),
    minimum_should_match: 1,
  },
});
const clause = (text: string, field: Field = 'all') => ({ text, in: field });
const match = (node: MatchNode): Query => ({ form: 'match', match: node, ...LISTING });
const translated = (query: Query) => translate(site, analyser, query as Exclude<Query, { readonly form: 'traverse' }>);

const quartz = number('quartz');
const plinth = number('plinth');
const sum = (query: Dsl | null, parts: number | null = 1) => ({ query, order: 'sum', parts });

describe('translate', () => {
  test.each<[string, Query, unknown]>([
    ['a word', match(clause('quartz')), sum(leaf('quartz'))],
    ['a word in a field', match(clause('quartz', 'title')), sum(leaf('quartz', 'title'))],
    ['a word that is repeated', match(clause('quartz quartz')), sum(leaf('quartz', 'all', 2))],
    ['a word that no page has', match(clause('zebra')), sum(null)],
    ['two words', match(clause('quartz fjord')), sum({ bool: { must: [leaf('quartz'), leaf('fjord')] } })],
    ['text without words', match(clause('!!!')), sum(null)],
    [
      'a function word beside another word',
      match(clause('the quartz')),
      sum({ bool: { must: [leaf('quartz')], should: [leaf('the', 'all', 1 / 64)], minimum_should_match: 0 } }, 64),
    ],
    [
      'a phrase in a field',
      match(clause('"quartz plinth"', 'body')),
      sum({
        bool: {
          filter: [phrase('body', `${quartz} ${plinth}`)],
          should: [leaf('quartz', 'body'), leaf('plinth', 'body')],
          minimum_should_match: 0,
        },
      }),
    ],
    [
      'a phrase in any field, with a part twice',
      match(clause('"quartz plinth quartz"')),
      sum({
        bool: {
          filter: [inAnyField(`${quartz} ${plinth} ${quartz}`)],
          should: [leaf('quartz', 'all', 2), leaf('plinth')],
          minimum_should_match: 0,
        },
      }),
    ],
    [
      'a phrase with a part of several terms, each on the pages of its stemmer',
      match(clause('"und planes"', 'body')),
      expect.objectContaining({
        query: {
          bool: {
            filter: [
              { bool: { filter: [phrase('body', `${number('und')} ${number('plan')}`), { terms: { stemmer: [1] } }] } },
            ],
            should: expect.any(Array),
            minimum_should_match: 0,
          },
        },
      }),
    ],
    ['a phrase with a part that no page has', match(clause('"quartz zebra"')), sum(null)],
    [
      'a signed name, without its first part',
      match(clause('"C++"', 'body')),
      expect.objectContaining({
        query: {
          bool: { filter: [phrase('body', `${number('c++')}`)], should: expect.any(Array), minimum_should_match: 0 },
        },
      }),
    ],
    [
      'a tree of one level: matching and scoring at once',
      match({ all: [clause('quartz'), { not: clause('fjord') }] }),
      sum({ bool: { must: [leaf('quartz')], filter: [{ bool: { must_not: [leaf('fjord')] } }] } }),
    ],
    [
      'a disjunction of clauses',
      match({ any: [clause('quartz'), clause('zebra'), clause('fjord')] }),
      sum({ bool: { should: [leaf('quartz'), leaf('fjord')], minimum_should_match: 1 } }),
    ],
    [
      'a tree of several levels: matching and scoring apart',
      match({ any: [clause('quartz'), { all: [clause('plinth'), clause('fjord')] }] }),
      sum({
        bool: {
          filter: [
            {
              bool: {
                should: [leaf('quartz'), { bool: { filter: [leaf('plinth'), leaf('fjord')] } }],
                minimum_should_match: 1,
              },
            },
          ],
          should: [leaf('quartz'), leaf('plinth'), leaf('fjord')],
          minimum_should_match: 0,
        },
      }),
    ],
    ['a conjunction with a word that no page has', match({ all: [clause('quartz'), clause('zebra')] }), sum(null)],
    [
      'a negation of a word that no page has',
      match({ not: clause('zebra') }),
      { query: { bool: { filter: [{ match_all: {} }] } }, order: 'date', parts: 1 },
    ],
    ['a slug', { form: 'slug', slug: 'a', ...LISTING }, { query: { term: { slug: 'a' } }, order: 'path', parts: 1 }],
    [
      'the root',
      { form: 'path', path: '/', ...LISTING },
      { query: { term: { path: 'index' } }, order: 'path', parts: 1 },
    ],
    ['a filter', { form: 'filter', ...LISTING }, { query: { match_all: {} }, order: 'date', parts: 1 }],
  ])('translates %s', (_, query, expected) => {
    expect(translated(query)).toEqual(expected);
  });

  test('scores the terms of a passage by a script, times how often it has them', () => {
    const { query, parts } = translated({ form: 'like', like: 'Quartz and quartz', ...LISTING });
    expect(query).toEqual({
      script_score: {
        query: { rank_feature: { field: `f.all.${quartz}`, linear: {}, boost: 1 } },
        script: {
          lang: 'painless',
          source: expect.stringContaining('_score'),
          params: { steps: 255, k1: 1.7, passageK1: 3 },
        },
        boost: 2 * site.rarity[quartz]!,
      },
    });
    expect(parts).toBeNull();
  });

  test('requires a word only on pages where it is no function word', () => {
    const { query } = translated(match(clause('die quartz')));
    expect(JSON.stringify(query)).toContain('{"terms":{"stemmer":[');
    expect(query).toMatchObject({ bool: { minimum_should_match: 1, should: expect.any(Array) } });
  });
});

describe('translateFilters', () => {
  test.each([
    [{ collection: null, tag: null }, []],
    [{ collection: 'glossary', tag: null }, [{ term: { collection: 2 } }]],
    [{ collection: 'writing', tag: 'text' }, [{ term: { collection: 1 } }, { term: { tags: 1 } }]],
    [{ collection: null, tag: 'none' }, null],
  ])('translates %o', (narrowing, expected) => {
    expect(translateFilters(site, narrowing)).toEqual(expected);
  });

  test('narrows a query without changing its scores', () => {
    const query = leaf('quartz');
    expect(narrowed(query, [])).toBe(query);
    expect(narrowed(query, [{ term: { tags: 1 } }])).toEqual({
      bool: { must: [query], filter: [{ term: { tags: 1 } }] },
    });
  });
});
