import { describe, expect, test } from 'vitest';
import type { LoadedCorpus } from '../../src/corpus/load_artefact.ts';
import type { Searcher } from '../../src/engine/searcher.ts';
import type { RowRule } from '../../src/query/match/curation/row_rules.ts';
import { curatedCorpusOf, type TestPage } from '../fixtures/corpus_of.ts';
import { searchPlan } from '../fixtures/search_of.ts';

/** The expected answers below were derived by hand. */
const SITE: readonly TestPage[] = [
  { path: 'archive/cluster', title: 'Old cluster', text: 'A cluster of zebras.', tags: ['old'] },
  { path: 'blog/cluster', title: 'News', text: 'The cluster of kubernetes, and a gherkin.', tags: ['new'] },
  { path: 'de/wagen', title: 'Der Wagen', text: 'Ein Wagen steht hier.', language: 'de' },
  { path: 'en/wagen', title: 'A page', text: 'The name Wagen is German.' },
  { path: 'guide/cluster', title: 'A manual', text: 'How the cluster of kubernetes grows.' },
  { path: 'guide/start', title: 'First steps', text: 'Begin with a kiosk.', tags: ['new'] },
  { path: 'guide/sign', title: 'A door', text: 'The log in of a user, by name.' },
];

const RULES = `
synonyms:
  - [k8s, kubernetes]
  - kube -> k8s
  - [sign in, log in]
  - { words: auto -> Wagen, language: de }
pins:
  - { query: the cluster, page: guide/start, place: 2 }
  - { words: gherkin, page: guide/start }
  - { words: gherkin, page: archive/cluster }
weights:
  blog/: 0.5
  guide/sign: 10
exclude:
  - archive/
`;

const pin = (query: string, line: number, place = 1): RowRule => {
  return { rule: 'pin', text: `${query} -> guide/start, place ${place}`, line };
};
const K8S = { rule: 'synonym', text: 'k8s = kubernetes', line: 3 } as const;
const SIGN_IN = { rule: 'synonym', text: 'sign in = log in', line: 5 } as const;
const AUTO = { rule: 'synonym', text: 'auto -> Wagen (de)', line: 6 } as const;
const BLOG = { rule: 'weight', text: 'blog/: 0.5', line: 12 } as const;
const SIGN = { rule: 'weight', text: 'guide/sign: 10', line: 13 } as const;

type Expected = readonly [
  name: string,
  parameters: string,
  rows: readonly (readonly [string, ...RowRule[]])[],
  totals: readonly [total: number, exactTotal: number],
];

const EXPECTED: readonly Expected[] = [
  [
    'a synonym, on pages of less weight last',
    'q=k8s',
    [
      ['guide/cluster', K8S],
      ['blog/cluster', BLOG, K8S],
    ],
    [2, 2],
  ],
  ['no synonym of a synonym', 'q=kube ', [], [0, 0]],
  ['no synonym of a quoted word', 'q="k8s"', [], [0, 0]],
  ['the word itself without a rule', 'q=kubernetes', [['guide/cluster'], ['blog/cluster', BLOG]], [2, 2]],
  ['a synonym of several words, with another word', 'q=sign in user', [['guide/sign', SIGN, SIGN_IN]], [1, 1]],
  ['a synonym on pages of its language', 'q=auto', [['de/wagen', AUTO]], [1, 1]],
  [
    'a pin of a whole query, whose page lacks the words',
    'q=the clusters',
    [['guide/cluster'], ['guide/start', pin('query "the cluster"', 8, 2)], ['blog/cluster', BLOG]],
    [3, 2],
  ],
  [
    'a pin of words, but none of a page left out',
    'q=a gherkin',
    [
      ['guide/start', pin('words "gherkin"', 9)],
      ['blog/cluster', BLOG],
    ],
    [2, 1],
  ],
  ['no pin that the filters do not admit', 'q=gherkin&tag=old', [], [0, 0]],
  [
    'a pin under a filter',
    'q=gherkin&tag=new',
    [
      ['guide/start', pin('words "gherkin"', 9)],
      ['blog/cluster', BLOG],
    ],
    [2, 1],
  ],
  ['the second row', 'q=gherkin&limit=1&offset=1', [['blog/cluster', BLOG]], [2, 1]],
  [
    'a pinned page in another order',
    'q=gherkin&sort=title',
    [['guide/start', pin('words "gherkin"', 9)], ['blog/cluster']],
    [2, 1],
  ],
  ['a list without excluded pages', 'tag=old', [], [0, 0]],
  ['all pages but those left out', 'sort=title&limit=2', [['guide/sign'], ['guide/cluster']], [6, 6]],
];

/** What a searcher does on a site whose owner has rules. @param create makes one; a test waits for it */
export function describeCuratedSearcher(
  name: string,
  create: (corpus: LoadedCorpus) => Pick<Searcher, 'search'>,
): void {
  describe(`${name}, on a curated site`, () => {
    const corpus = curatedCorpusOf(SITE, RULES);
    const searcher = create(corpus);
    const { signal } = new AbortController();

    test.each(EXPECTED)('finds %s', async (_name, parameters, rows, totals) => {
      const plan = searchPlan(corpus, parameters.replaceAll(' ', '+').replaceAll('"', '%22'));
      const { body, total, exactTotal } = await searcher.search(plan, signal);
      const answer = JSON.parse(Buffer.from(body).toString());
      const found = answer.items.map((row: { path: string; rules?: readonly RowRule[] }) => [
        row.path,
        ...(row.rules ?? []),
      ]);
      expect([found, answer.total, total, answer.exactTotal, exactTotal]).toEqual([
        rows,
        totals[0],
        totals[0],
        totals[1],
        totals[1],
      ]);
    });
  });
}
