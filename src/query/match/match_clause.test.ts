import { describe, expect, test } from 'vitest';
import { answerOf } from '../../../test/fixtures/answer_of.ts';
import { corpusOf, type TestPage } from '../../../test/fixtures/corpus_of.ts';
import type { Query } from '../ask/plan.ts';

/** The sorted paths of a site's answer to one query, and whether it is relaxed. */
function ask(pages: readonly TestPage[], query: object): { paths: string[]; relaxed: boolean } {
  const asked = { collection: null, tag: null, limit: 100, facets: [], ...query } as unknown as Query;
  const bytes = answerOf(corpusOf(pages), { batch: false, queries: [asked] });
  const answer = JSON.parse(Buffer.from(bytes).toString()) as {
    items: { path: string }[];
    total: number;
    relaxed?: true;
  };
  expect(answer.total).toBe(answer.items.length);
  return { paths: answer.items.map(({ path }) => path).sort(), relaxed: answer.relaxed ?? false };
}

const clause = (text: string, field = 'all'): object => ({ form: 'match', match: { text, in: field } });
/** A clause within a tree, which is never relaxed. */
const strict = (text: string): object => ({ form: 'match', match: { all: [{ text, in: 'all' }] } });
const english = ({ paths }: { paths: string[] }): string[] => paths.filter((path) => path.startsWith('en/'));

describe('a phrase is never relaxed', () => {
  const site: TestPage[] = [
    { path: 'a', title: 'One', text: 'The quartz lies on a plinth by the fjord.' },
    { path: 'b', title: 'Two', text: 'A kiosk of the old town, with node:http and sqlite.' },
    { path: 'c', title: 'Three', text: 'Red dogs bark. The quartz plinth was sold.' },
  ];

  test.each([
    ['"the quartz plinth"', ['c'], false, 'function words in a phrase are required'],
    ['"a quartz plinth"', [], false, 'another function word does not match'],
    ['"the"', ['a', 'b', 'c'], false, 'a function word alone is a phrase too'],
    ['"fjord kiosk"', [], false, 'words that are not adjacent do not match'],
    ['"fjord kiosk" "red dogs"', [], false, 'one of two phrases is not enough'],
    ['"fjord kiosk" quartz', [], false, 'a word outside the phrase is not enough'],
    ['"the" "fjord kiosk"', [], false, 'a phrase of a function word is not enough'],
    ['the "fjord kiosk"', [], false, 'a function word outside the phrase is not enough'],
    ['"quartz plinth" zebra', ['c'], true, 'a word that is on no page is dropped, the phrase stays required'],
    ['"red dogs" "quartz plinth" zebra fjord', ['c'], true, 'two phrases both stay required'],
    ['fjord kiosk', ['a', 'b'], true, 'words without quotation marks are relaxed'],
    ['node:sqlite', ['b'], true, 'and so are the parts of a compound name'],
    ['"node:sqlite"', [], false, 'but not when quoted'],
  ])('%s answers %j, relaxed: %j: %s', (text, paths, relaxed) => {
    expect(ask(site, clause(text, 'body'))).toEqual({ paths, relaxed });
  });

  test('nor in any field', () => {
    expect(ask(site, clause('"fjord kiosk"'))).toEqual({ paths: [], relaxed: false });
  });

  test('a filtered answer is the unfiltered answer without the pages filtered out, relaxed or not', () => {
    const tagged = [...site, { path: 'd', title: 'Four', text: 'zebra', tags: ['t'] }];
    expect(ask(tagged, { ...clause('"quartz plinth" zebra', 'body'), tag: 't' })).toEqual({ paths: [], relaxed: true });
    expect(ask(tagged, { ...clause('"quartz plinth" sold', 'body'), tag: 't' })).toEqual({ paths: [], relaxed: false });
  });
});

describe('a page is analysed in its own language', () => {
  const ofEnglish: TestPage[] = [
    { path: 'en/plan', text: 'A plan for a new house near the shore.' },
    { path: 'en/plane', text: 'The planes of the day.' },
    { path: 'en/run', text: 'We run zebra shows.' },
    { path: 'en/running', text: 'A running zebra passes.' },
  ];
  const ofGerman: TestPage[] = [
    { path: 'de/laufen', language: 'de', text: 'Das running zebra und planes vom Tag.' },
    { path: 'de/neu', language: 'de', text: 'Ein plan und run zebra.' },
  ];

  test.each([
    // The German stem of "planes" is "plan", which is the stem of another word on English pages.
    ['planes', ['de/laufen', 'de/neu', 'en/plane']],
    ['"running zebra"', ['de/laufen', 'en/run', 'en/running']],
    ['"run zebra"', ['de/neu', 'en/run', 'en/running']],
    ['running', ['de/laufen', 'en/run', 'en/running']],
  ])('%s answers %j', (text, paths) => {
    expect(ask([...ofEnglish, ...ofGerman], clause(text))).toEqual({ paths, relaxed: false });
  });

  test.each([
    'news',
    'new',
    '"running zebra"',
    '"run zebra"',
    'running zebra',
    'the news',
    'und news',
    'die new',
    'und',
  ])('%s finds the same English pages with and without German pages on the site', (text) => {
    const both = [...ofEnglish, ...ofGerman];
    expect(english(ask(both, strict(text)))).toEqual(ask(ofEnglish, strict(text)).paths);
  });

  test('a phrase is found however often its first word occurs before it', () => {
    const long = { path: 'en/long', text: `${'running '.repeat(70_000)}zebra` };
    expect(ask([long, ...ofGerman], clause('"running zebra"')).paths).toEqual(['de/laufen', 'en/long']);
  });
});

describe('function words are those of the site’s language and of the page’s', () => {
  const site: TestPage[] = [
    { path: 'de/haus', language: 'de', text: 'Haus am Meer' },
    { path: 'de/und', language: 'de', text: 'Haus und Garten' },
    { path: 'en/haus', text: 'The word Haus is German' },
    { path: 'en/und', text: 'The words Haus und Hof are German' },
    { path: 'fr/haus', language: 'fr', text: 'le mot haus' },
  ];

  test.each([
    ['haus und', ['de/haus', 'de/und', 'en/und'], 'German pages need not contain "und"'],
    ['the haus', ['de/haus', 'de/und', 'en/haus', 'en/und', 'fr/haus'], 'no page needs to contain "the"'],
    ['und', ['de/und', 'en/und'], 'alone it is required on all pages'],
    ['und the', ['en/und'], 'German pages must contain both, because both are function words there'],
    ['und le', [], 'German pages must contain "le", French ones "und"'],
    ['"haus und"', ['de/und', 'en/und'], 'a phrase is required as written'],
  ])('%s answers %j: %s', (text, paths) => {
    expect(ask(site, strict(text)).paths).toEqual(paths);
  });

  test('a relaxed answer includes no page because of a function word of the page’s own language', () => {
    expect(ask(site, clause('und zebra', 'body'))).toEqual({ paths: ['en/und'], relaxed: true });
  });

  test('nor does the answer to a like query', () => {
    expect(ask(site, { form: 'like', like: 'und the Hof' })).toEqual({ paths: ['en/und'], relaxed: false });
  });
});

describe('a like query with a single character', () => {
  const site: TestPage[] = [
    { path: 'a', text: '水' },
    { path: 'b', text: '火と水 and more' },
    { path: 'c', text: '火' },
  ];

  test.each([
    ['水', ['a', 'b']],
    ['水 火', ['a', 'b', 'c']],
    ['と水', ['b']],
  ])('%s answers %j', (like, paths) => {
    expect(ask(site, { form: 'like', like }).paths).toEqual(paths);
  });
});
