import { expect, it } from 'vitest';
import { findIdleRules } from './find_idle_rules.ts';
import { readCuration } from './read_curation.ts';

const paths = ['archive', 'archive/old', 'blog/first', 'blog/second', 'guide/install', 'guide/start', 'index'];
const words = new Set(['kubernetes', 'install']);
const site = { paths, has: (text: string) => text.split(' ').every((word) => words.has(word)) };

it.each<[rules: string, faults: readonly string[]]>([
  ['synonyms: [[k8s, kubernetes], "setup -> install"]', []],
  [
    'synonyms:\n  - [k8s, kube]\n  - install -> setup',
    [
      '2:5 the synonyms find nothing: no page contains the words of "k8s", "kube". Correct them, or remove the rule.',
      '3:5 the synonyms find nothing: no page contains the words of "setup". Correct them, or remove the rule.',
    ],
  ],
  ['pins: [{ query: a, page: guide/start }, { words: a, page: guide/start }]', []],
  [
    'pins:\n  - { query: a, page: guide/start.md }',
    ['2:5 the site has no page "guide/start.md". Did you mean "guide/start"?'],
  ],
  ['pins:\n  - { query: a, page: zebra }', ['2:5 the site has no page "zebra". Correct the path, or remove the rule.']],
  [
    'pins:\n  - { query: a, page: guide/start }\n  - { query: A, page: guide/start, place: 2 }',
    ['3:5 the page is already pinned for the same text on line 2. Remove one of the two pins.'],
  ],
  [
    'exclude: [archive/]\npins:\n  - { query: a, page: archive/old }',
    [
      '3:5 the pin does nothing: the page "archive/old" is left out. Remove the pin, or the rule that leaves the page out.',
    ],
  ],
  ['weights: { blog/: 2, guide/start: .5 }', []],
  [
    'weights:\n  blog: 2\n  blogs/: 2',
    [
      '2:3 the site has no page "blog". For the folder, write "blog/".',
      '3:3 the site has no folder "blogs/". Correct the path, or remove the rule.',
    ],
  ],
  ['weights: { guide/: 1 }', ['1:12 a weight of 1 changes nothing. Remove it, or choose another factor.']],
  ['weights: { guide/: 2, guide/start: 1 }', []],
  [
    'exclude: [archive/]\nweights: { archive/old: 2 }',
    ['2:12 the weight does nothing: all pages of "archive/old" are left out. Remove the weight.'],
  ],
  [
    'exclude:\n  - archive/\n  - archive/old\n  - /nowhere/',
    [
      '3:5 "archive/old" is already left out by line 2. Remove this rule.',
      '4:5 the site has no folder "nowhere/". Correct the path, or remove the rule.',
    ],
  ],
  [
    'exclude: [archive/, blog/, guide/, index]',
    ['1:11 these rules leave out every page, so no search finds anything. List only the pages to leave out.'],
  ],
])('names the rules of %j that do nothing', (rules, expected) => {
  const { curation, faults } = readCuration(rules);
  expect(faults).toEqual([]);
  expect(findIdleRules(curation, site).map(({ line, column, message }) => `${line}:${column} ${message}`)).toEqual(
    expected,
  );
});

it('looks for near pages of the first wrong paths only', () => {
  const rules = Array.from({ length: 12 }, (_, i) => `  - { query: q${i}, page: guide/starts }\n`).join('');
  const messages = findIdleRules(readCuration(`pins:\n${rules}`).curation, site).map(({ message }) => message);
  expect(messages.filter((message) => message.includes('Did you mean'))).toHaveLength(10);
});

it('looks at as many rules as a file may have', () => {
  const many = Array.from({ length: 10_000 }, (_, i) => `a/p${i}`).sort();
  const rules = `exclude:\n${many.map((path) => `  - ${path}\n`).join('')}`;
  expect(findIdleRules(readCuration(rules).curation, { paths: [...many, 'index'], has: () => true })).toEqual([]);
});
