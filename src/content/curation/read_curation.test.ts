import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { countRules } from './curation.ts';
import { readCuration } from './read_curation.ts';

const FILE = `# Search rules
synonyms:
  - [k8s, kubernetes]
  - js, ecma -> javascript
  - words: [Auto, Wagen]
    language: de-CH
pins:
  - query: Getting  started
    page: /guide/start
  - { words: install windows, page: guide/windows, place: 3 }
weights:
  blog/: .5
  /reference/api: 2
exclude:
  - /archive/
  - drafts/secret
`;

describe('a curation file', () => {
  it('says rules with their places', () => {
    expect(readCuration(FILE)).toEqual({
      faults: [],
      curation: {
        synonyms: [
          {
            line: 3,
            column: 5,
            from: ['k8s', 'kubernetes'],
            to: ['k8s', 'kubernetes'],
            isTwoWay: true,
            language: null,
          },
          { line: 4, column: 5, from: ['js', 'ecma'], to: ['javascript'], isTwoWay: false, language: null },
          { line: 5, column: 5, from: ['Auto', 'Wagen'], to: ['Auto', 'Wagen'], isTwoWay: true, language: 'de-ch' },
        ],
        pins: [
          { line: 8, column: 5, by: 'query', text: 'Getting started', page: 'guide/start', place: 1 },
          { line: 10, column: 5, by: 'words', text: 'install windows', page: 'guide/windows', place: 3 },
        ],
        weights: [
          { line: 12, column: 3, path: 'blog/', factor: 0.5 },
          { line: 13, column: 3, path: 'reference/api', factor: 2 },
        ],
        excluded: [
          { line: 15, column: 5, path: 'archive/' },
          { line: 16, column: 5, path: 'drafts/secret' },
        ],
      },
    });
  });

  it.each(['', '# nothing yet\n', 'synonyms:\npins:\n', '{}', 'exclude: []'])('may be without rules: %j', (text) => {
    const { curation, faults } = readCuration(text);
    expect([countRules(curation), faults]).toEqual([0, []]);
  });

  it('keeps words that YAML reads as numbers and truths', () => {
    const { curation } = readCuration('synonyms:\n  - [404, no]\npins:\n  - { query: 1.0, page: 404 }\n');
    expect([curation.synonyms[0]!.from, curation.pins[0]!.text, curation.pins[0]!.page]).toEqual([
      ['404', 'no'],
      '1.0',
      '404',
    ]);
  });

  it('pins the home page as "/"', () => {
    expect(readCuration('pins: [{ query: home, page: / }]').curation.pins[0]!.page).toBe('index');
  });

  const SYNONYMS =
    'expected a list of words that mean the same thing, such as [k8s, kubernetes], or "js -> javascript".';
  it.each<[text: string, line: number, column: number, message: string]>([
    ['- a', 1, 1, 'expected a map with the keys synonyms, pins, weights, exclude.'],
    [
      'synonyms: [',
      1,
      12,
      'it is not valid YAML: Flow sequence in block collection must be sufficiently indented and end with a ].',
    ],
    ['synonym:\n  - [a, b]', 1, 1, 'there is no key "synonym". Did you mean "synonyms"?'],
    ['pins: []\nboost: 1', 2, 1, 'there is no key "boost". Valid keys: synonyms, pins, weights, exclude.'],
    ['pins: []\npins: []', 2, 1, '"pins" appears twice, first on line 1. Keep one.'],
    ['synonyms: a', 1, 11, SYNONYMS.replace('expected', 'expected a list in which each item is')],
    ['synonyms:\n  - a b', 2, 5, SYNONYMS],
    ['synonyms:\n  - a -> b -> c', 2, 5, SYNONYMS],
    ['synonyms:\n  - a ->', 2, 5, SYNONYMS.replace(/.*/, 'the text is empty. Write words that people search for.')],
    ['synonyms:\n  - [a]', 2, 5, 'a rule needs at least two synonyms. Add one, or remove the rule.'],
    ['synonyms:\n  - [a, a]', 2, 5, 'a rule needs at least two synonyms. Add one, or remove the rule.'],
    ['synonyms:\n  - [a, [b]]', 2, 9, 'expected text.'],
    ['synonyms:\n  - [a, "->"]', 2, 9, '"->" contains no letters or digits, so no search finds it.'],
    ['synonyms:\n  - [a, 1 2 3 4 5 6 7 8 9]', 2, 9, 'the text has more than 8 words. Shorten it.'],
    [`synonyms:\n  - [a, ${'b'.repeat(201)}]`, 2, 9, 'the text has more than 200 characters. Shorten it.'],
    [
      `synonyms:\n  - [${Array.from({ length: 33 }, (_, i) => `w${i}`).join(', ')}]`,
      2,
      5,
      'there are 33 synonyms in one rule. At most 32 are allowed.',
    ],
    [
      'synonyms:\n  - words: [a, b]\n    language: German!',
      3,
      15,
      '"German!" is not a language tag. Use one such as en or pt-BR.',
    ],
    ['synonyms:\n  - language: de', 2, 5, `"words" is missing. ${SYNONYMS.replace('expected', 'Write')}`],
    ['pins:\n  - query: a', 2, 5, '"page" is missing. Write the path of the page to show.'],
    ['pins:\n  - page: a', 2, 5, 'a pin needs either "query" (the whole query) or "words" (some of its words).'],
    [
      'pins:\n  - { query: a, words: b, page: c }',
      2,
      5,
      'a pin needs either "query" (the whole query) or "words" (some of its words).',
    ],
    ['pins:\n  - { query: a, page: b/ }', 2, 23, '"b/" is a folder. Specify a page, such as "b".'],
    ['pins:\n  - { query: a, page: b, place: 11 }', 2, 33, 'the place is "11". Use a whole number from 1 to 10.'],
    ['pins:\n  - { query: a, page: b, place: first }', 2, 33, 'the place is "first". Use a whole number from 1 to 10.'],
    ['pins:\n  - { query: a, pages: b }', 2, 17, 'there is no key "pages". Did you mean "page"?'],
    ['weights:\n  blog/: 0', 2, 10, 'the factor is "0". Use a number from 0.1 to 10.'],
    ['weights:\n  blog/: 11', 2, 10, 'the factor is "11". Use a number from 0.1 to 10.'],
    ['weights:\n  blog/: half', 2, 10, 'the factor is "half". Use a number from 0.1 to 10.'],
    ['weights:\n  blog/:', 2, 3, 'the factor is "". Use a number from 0.1 to 10.'],
    ['weights:\n  a/: 2\n  a/: 3', 3, 3, '"a/" appears twice, first on line 2. Keep one.'],
    ['weights:\n  /: 2', 2, 3, '"/" means every page. Specify the folder or page to weight, such as "blog/".'],
    ['exclude:\n  - /', 2, 5, '"/" means every page. Specify the folder or page to leave out, such as "blog/".'],
    ['exclude:\n  - //', 2, 5, '"//" means every page. Specify the folder or page to leave out, such as "blog/".'],
    ['exclude:\n  - ""', 2, 5, 'the path is empty. Write the path of a page, or of a folder ending in "/".'],
    [
      'exclude:\n  - blog/*',
      2,
      5,
      '"blog/*" is not a path. Write a path as in /api/pages: "blog/" with all pages below it, or "blog/news".',
    ],
    [
      'exclude:\n  - https://a.example/b',
      2,
      5,
      '"https://a.example/b" is not a path. Write a path as in /api/pages: "blog/" with all pages below it, or "blog/news".',
    ],
    ['exclude: blog/', 1, 10, 'expected a list of paths.'],
    [`exclude: ${'['.repeat(70)}`, 1, 1, 'it is nested too deeply.'],
  ])('is told what is wrong with %j', (text, line, column, message) => {
    expect(readCuration(text).faults).toEqual([{ line, column, message }]);
  });

  it('names all of its faults in the order of the file', () => {
    const places = readCuration('exclude: [/]\nweights: { a/: 0 }\npins: [{}]\n').faults.map(({ line }) => line);
    expect(places).toEqual([1, 2, 3]);
  });

  it('has at most 10,000 rules', () => {
    const rules = (count: number) => `exclude:\n${'  - a/b\n'.repeat(count)}`;
    expect(readCuration(rules(10_000)).faults).toEqual([]);
    expect(readCuration(rules(100_000)).faults).toEqual([
      { line: 1, column: 1, message: 'there are 100000 rules. At most 10000 are allowed: remove some.' },
    ]);
  });

  it('has at most 50,000 texts in its synonyms: those of a list once, else those of both sides', () => {
    const texts = (side: string) => Array.from({ length: 25 }, (_, i) => side + i).join(', ');
    const rules = (count: number) => `pins: []\nsynonyms:\n${`  - ${texts('a')} -> ${texts('b')}\n`.repeat(count)}`;
    expect(readCuration(rules(1000)).faults).toEqual([]);
    expect(readCuration(`${rules(1000)}  - [a, b]\n`).faults).toEqual([
      { line: 3, column: 3, message: 'the synonyms contain 50002 texts. At most 50000 are allowed: remove some.' },
    ]);
  });

  const key = fc.constantFrom('synonyms', 'pins', 'weights', 'exclude', 'words', 'query', 'page', 'place', 'a/', '<<');
  const value = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom(null, '/', 'a -> b', 'a, b -> c', 'de', 1, 0.5, 11, true, ''),
      fc.string({ unit: 'binary' }),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(key, tie('value'), { maxKeys: 4 }),
    ),
  })).value;

  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    value.map((each) => stringify(each)),
  );

  it('is answered by a report, whatever it is', () => {
    const property = fc.property(text, (some) => {
      const { curation, faults } = readCuration(some);
      expect(Number.isInteger(countRules(curation))).toBe(true);
      for (const { line, column, message } of faults)
        expect([line >= 1, column >= 1, /[.?]$/.test(message)]).toEqual([true, true, true]);
    });
    fc.assert(property, { numRuns: 1000 });
  });
});
