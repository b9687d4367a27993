import { expect, test } from 'vitest';
import { siteOf } from '../../../test/fixtures/site_of.ts';
import type { Dsl } from './dsl.ts';
import { translatePhrase } from './translate_phrase.ts';

const { site, analyser } = siteOf([
  { path: 'a', title: 'Quartz', text: 'The quartz plinth. node:sqlite and C++.' },
  { path: 'b', title: 'Plinth', text: 'Plinths of the fjord. 水火' },
  { path: 'c', title: 'Der Plan', text: 'Die Planes und Plan.', language: 'de' },
]);
const numbers = (...terms: string[]): string => terms.map((term) => site.vocabulary.find(term)).join(' ');
const phrase = (field: string, text: string): Dsl => ({ match_phrase: { [`p.${field}`]: text } });
const anyOf = (...should: Dsl[]): Dsl => ({ bool: { should, minimum_should_match: 1 } });

test.each<[string, string, 'body' | 'all', Dsl | null]>([
  ['a phrase in a field', '"quartz plinth"', 'body', anyOf(phrase('body', numbers('quartz', 'plinth')))],
  [
    'a phrase in any field, with a part twice',
    '"quartz plinth quartz"',
    'all',
    anyOf(
      ...['title', 'aliases', 'tags', 'description', 'body'].map((field) =>
        phrase(field, numbers('quartz', 'plinth', 'quartz')),
      ),
    ),
  ],
  [
    'a part of several terms, each on the pages of its stemmer',
    '"und planes"',
    'body',
    anyOf({ bool: { filter: [phrase('body', numbers('und', 'plan')), { terms: { stemmer: [1] } }] } }),
  ],
  ['a part that no page has', '"quartz zebra"', 'body', null],
  ['a signed name, without its first part', '"C++"', 'body', anyOf(phrase('body', numbers('c++')))],
])('translates %s', (_, text, field, expected) => {
  expect(translatePhrase(site, analyser, field, analyser.units(text)[0]!)).toEqual(expected);
});
