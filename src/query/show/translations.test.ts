import { describe, expect, test } from 'vitest';
import { corpusOf, type TestPage } from '../../../test/fixtures/corpus_of.ts';
import { translationsOf } from './translations.ts';

const start = (path: string, language: string): TestPage => ({ path, title: 'Start', text: `At ${path}`, language });
const pages = [
  start('de/start', 'de'),
  start('de/v1/start', 'de'),
  start('fr/start', 'fr'),
  start('fr/v1/start', 'fr'),
  start('start', 'en'),
  start('v1/start', 'en'),
  start('v2/start', 'en'),
  { path: 'fr/seul', title: 'Seul', text: 'Ici', language: 'fr' },
];
const corpus = corpusOf(pages, { collections: [] }, undefined, true);

describe('translations', () => {
  test.each([
    ['start', ['start', 'de/start', 'fr/start']],
    ['de/start', ['start', 'de/start', 'fr/start']],
    ['v1/start', ['v1/start', 'de/v1/start', 'fr/v1/start']],
    ['fr/v1/start', ['v1/start', 'de/v1/start', 'fr/v1/start']],
    ['v2/start', []],
    ['fr/seul', []],
  ])('of %s are %j, of its own version alone', (path, expected) => {
    const found = translationsOf(corpus, corpus.pages.find(path));
    expect(found.map((each) => each.path)).toEqual(expected);
    for (const { page, path: at, language } of found) {
      expect(corpus.pages.find(at)).toBe(page);
      expect(pages.find((each) => each.path === at)?.language).toBe(language);
    }
  });

  test('name one page for each language, and are none for the others in it', () => {
    const text = Array.from({ length: 200 }, (_, index) => `word${index}`).join(' ');
    const same = ['a/start', 'b/start'].map((path) => ({ path, title: 'Start', text, language: 'en' }));
    const twice = corpusOf([...same, start('de/a/start', 'de')], { collections: [] }, undefined, true);
    const pathsOf = (path: string) => translationsOf(twice, twice.pages.find(path)).map((each) => each.path);
    expect(['a/start', 'b/start', 'de/a/start'].map(pathsOf)).toEqual([
      ['a/start', 'de/a/start'],
      [],
      ['a/start', 'de/a/start'],
    ]);
  });
});
