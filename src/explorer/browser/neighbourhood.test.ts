import { expect, it } from 'vitest';
import type { PageReference, SinglePage } from '../../client/api_types.ts';
import { mostPages, neighboursOf, placeLinks } from './neighbourhood.ts';

const named = (path: string): PageReference => ({ path, title: path, collection: null });
const pageOf = (path: string, references: readonly string[], referencedBy: readonly string[] = []): SinglePage => ({
  path,
  title: path,
  description: '',
  canonical: '',
  indexing: 'index, follow',
  slug: path,
  markdown: '',
  collection: null,
  aliases: [],
  tags: [],
  published: null,
  updated: null,
  language: 'en',
  headings: [],
  references: references.map(named),
  referencedBy: referencedBy.map(named),
});

it('names each neighbour once, and not the page itself', () => {
  expect(neighboursOf(pageOf('a', ['b', 'a', 'c'], ['c', 'd'])).map(({ path }) => path)).toEqual(['b', 'c', 'd']);
});

it('places pages by their least distance, and draws each link once', () => {
  const { placed, links, farther, left } = placeLinks(pageOf('a', ['b', 'c']), [
    pageOf('b', ['a', 'c', 'd']),
    pageOf('c', ['b', 'd', 'e']),
  ]);
  expect([...placed.values()].map(({ path, distance }) => [path, distance])).toEqual([
    ['a', 0],
    ['b', 1],
    ['d', 2],
    ['c', 1],
    ['e', 2],
  ]);
  expect(links).toEqual([
    ['a', 'b'],
    ['a', 'c'],
    ['b', 'c'],
    ['b', 'd'],
    ['c', 'd'],
    ['c', 'e'],
  ]);
  expect([farther, left]).toEqual([2, 0]);
});

it('shows at most 150 pages and counts the others', () => {
  const names = Array.from({ length: 40 }, (_, at) => `n${at}`);
  const read = names.slice(0, 30).map((name) =>
    pageOf(
      name,
      Array.from({ length: 50 }, (_, at) => `${name}-${at}`),
    ),
  );
  const { placed, farther, left } = placeLinks(pageOf('a', names), read);
  expect(placed.size).toBeLessThanOrEqual(mostPages);
  expect(farther).toBe(placed.size - 31);
  expect(left).toBe(10 + 30 * 50 - farther);
});

it('gives the room that small branches leave to the large ones', () => {
  const read = Array.from({ length: 20 }, (_, at) =>
    pageOf(
      `n${at}`,
      Array.from({ length: at === 0 ? 500 : 1 }, (__, other) => `n${at}-${other}`),
    ),
  );
  expect(
    placeLinks(
      pageOf(
        'a',
        read.map(({ path }) => path),
      ),
      read,
    ).placed.size,
  ).toBe(mostPages);
});
