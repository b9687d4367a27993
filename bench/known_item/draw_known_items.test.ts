import { expect, test } from 'vitest';
import { drawKnownItems } from './draw_known_items.ts';

const page = (id: string, title: string, language = 'en', description = '') => ({
  id,
  title,
  text: '',
  language,
  description,
});

test('asks for a page by its title, without its last word, and with a word of its description', () => {
  expect(drawKnownItems([page('a', 'Getting started', 'en-GB', 'Started with the oven')], 1)).toEqual([
    { kind: 'title', text: 'Getting started', wanted: 'a' },
    { kind: 'title without its last word', text: 'Getting', wanted: 'a' },
    { kind: 'title and a word from the description', text: 'Getting started oven', wanted: 'a' },
  ]);
});

test('draws no title that two pages have, that is not English, or that is longer than five words', () => {
  const pages = [
    page('a', 'Twice'),
    page('b', 'twice'),
    page('c', 'Seul', 'fr'),
    page('d', 'One two three four five six'),
  ];
  expect(drawKnownItems([...pages, page('e', 'Once')], 1)).toEqual([{ kind: 'title', text: 'Once', wanted: 'e' }]);
});

test('takes no last word from a title when the rest is the title of another page', () => {
  const drawn = drawKnownItems([page('a', 'git commit'), page('b', 'Git')], 1);
  expect(drawn.map(({ text }) => text).sort()).toEqual(['Git', 'git commit']);
});

test('draws the titles of one language, and words with their apostrophes', () => {
  const pages = [page('a', 'Anfang', 'de', "Für den's gibt"), page('b', 'Start')];
  expect(drawKnownItems(pages, 1, 'de').map(({ text }) => text)).toEqual(['Anfang', "Anfang den's"]);
});

test('draws at most 300 titles, the same ones for the same seed', () => {
  const pages = Array.from({ length: 400 }, (_, i) => page(String(i), `Title${i}`));
  const drawn = drawKnownItems(pages, 1);
  expect(new Set(drawn.map(({ wanted }) => wanted)).size).toBe(300);
  expect(drawKnownItems(pages, 1)).toEqual(drawn);
  expect(drawKnownItems(pages, 2)).not.toEqual(drawn);
});
