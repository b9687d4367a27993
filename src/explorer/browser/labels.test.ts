import { expect, test } from 'vitest';
import { readLabels } from './labels.ts';
import { english } from './search_box/box_labels.ts';

test.each([
  [null, 'en', '1 page', '12,345 pages', 'Search'],
  [
    '{"search": "Suchen", "pages": {"one": "{total} Seite", "other": "{total} Seiten"}}',
    'de',
    '1 Seite',
    '12.345 Seiten',
    'Suchen',
  ],
  ['{"pages": "{total}"}', 'fr-CA', '1', '12\u00a0345', 'Search'],
  ['{"pages": {"few": "x"}, "search": 5}', 'en', '1 page', '12,345 pages', 'Search'],
  ['not JSON', 'en', '1 page', '12,345 pages', 'Search'],
  ['[1]', 'en', '1 page', '12,345 pages', 'Search'],
  ['null', 'en', '1 page', '12,345 pages', 'Search'],
])('the labels %s in the language %s are "%s", "%s" and "%s"', (json, language, one, many, search) => {
  const say = readLabels(english, json, language);
  expect([say('pages', { total: 1 }), say('pages', { total: 12345 }), say('search')]).toEqual([one, many, search]);
});

test('plurals follow the language', () => {
  const say = readLabels(english, '{"pages": {"one": "strona", "few": "strony", "many": "stron", "other": "?"}}', 'pl');
  expect([1, 3, 5].map((total) => say('pages', { total }))).toEqual(['strona', 'strony', 'stron']);
});

test('what was typed is filled in once, whatever it contains', () => {
  const say = readLabels(english, null, 'en');
  expect(say('none', { q: '{total} $& {q}' })).toBe('No pages for “{total} $& {q}”');
});

test('an unknown language is that of the browser', () => {
  expect(readLabels(english, null, 'no language')('search')).toBe('Search');
  expect(readLabels(english, null, '')('search')).toBe('Search');
});
