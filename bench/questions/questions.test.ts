import { describe, expect, it } from 'vitest';
import { measureQuery } from '../../src/cli/eval/measure_queries.ts';
import { questionSites, readQuestions, rightPages } from './read_questions.ts';
import { renderQuestions } from './render_questions.ts';

const sites = questionSites();
const wordsIn = (text: string): number => text.split(' ').length;

it('has five sites', () => {
  expect(sites).toEqual(['astro-docs', 'cockroachdb-docs', 'electron', 'hugodocs', 'redis-docs']);
});

describe.each(sites)('the questions about %s', (site) => {
  const { sentences, phrases } = readQuestions(site);

  it('are ten sentences and ten phrases of three to seven words, each once', () => {
    expect([sentences.length, phrases.length]).toEqual([10, 10]);
    expect(phrases.filter(({ text }) => wordsIn(text) < 3 || wordsIn(text) > 7)).toEqual([]);
    expect(new Set([...sentences, ...phrases].map(({ text }) => text)).size).toBe(20);
  });

  it('have one to five right pages', () => {
    const wrong = [...sentences, ...phrases].filter(({ pages }) => pages.length < 1 || pages.length > 5);
    expect(wrong).toEqual([]);
  });
});

describe('rightPages', () => {
  const paths = ['a/x', 'a/1.2/x', 'a/1.2/y/x', 'a/1.2/z', 'a.x', 'b/x'];
  const of = (...pages: string[]): string[] => [...rightPages({ text: 'why', pages }, paths).keys()];

  it.each([
    ['a path', ['a/x'], ['a/x']],
    ['any folder', ['a/*/x'], ['a/1.2/x']],
    ['any page', ['a/1.2/*'], ['a/1.2/x', 'a/1.2/z']],
    ['a folder or none', ['a/**/x'], ['a/x', 'a/1.2/x']],
    ['several patterns, each page once', ['b/x', '*/x'], ['b/x', 'a/x']],
    ['a dot as a dot', ['a.*'], ['a.x']],
  ])('reads %s', (_, patterns, expected) => {
    expect(of(...patterns)).toEqual(expected);
  });

  it.each(['a', 'c/*'])('refuses "%s", which no page has', (pattern) => {
    expect(() => of('a/x', pattern)).toThrow(`Cannot judge "why": the site has no page "${pattern}"`);
  });
});

describe('renderQuestions', () => {
  const right = new Map([['r', 1]]);
  /** @param rank of the right page; 0: it is not found; null: refused */
  const outcome = (rank: number | null) =>
    measureQuery(
      { right },
      rank === null ? null : Array.from({ length: 10 }, (_, i) => (i + 1 === rank ? 'r' : `x${i}`)),
    );
  const outcomes = (own: number | null, peer?: number) => ({
    '/api/search?q=': outcome(own),
    ...(peer !== undefined && { peer: outcome(peer) }),
  });
  const one = {
    site: 'one',
    pages: 5,
    questions: [
      { kind: 'sentence', text: 'how is it', outcomes: outcomes(null, 1) },
      { kind: 'phrase', text: 'as it is', outcomes: outcomes(2, 0) },
    ],
  } as const;
  const two = {
    site: 'two',
    pages: 7,
    questions: [{ kind: 'phrase', text: 'all of it', outcomes: outcomes(1) }],
  } as const;

  it('has a row for each site and all of them, and a peer where it was asked', () => {
    const rows = renderQuestions([one, two], true)
      .split('\n')
      .map((line) => line.replace(/ +/g, ' '));
    for (const row of [
      'one: 5 pages, two: 7 pages',
      '| one | /api/search?q= | 2 | 0 | 1 | 1 | 0.250 | 1 |',
      '| | peer | 2 | 1 | 1 | 1 | 0.500 | 0 |',
      '| two | /api/search?q= | 1 | 1 | 1 | 1 | 1.000 | 0 |',
      '| all sites | /api/search?q= | 3 | 1 | 2 | 2 | 0.500 | 1 |',
      '| sentences | /api/search?q= | 1 | 0 | 0 | 0 | 0.000 | 1 |',
      '| phrases | /api/search?q= | 2 | 1 | 2 | 2 | 0.750 | 0 |',
      '| how is it | refused | 1 |',
      '| as it is | 2 | - |',
    ])
      expect(rows).toContain(row);
  });

  it('shows single questions only when asked to, and no sum of one site', () => {
    expect(renderQuestions([one], false)).not.toMatch(/how is it|all sites/);
  });
});
