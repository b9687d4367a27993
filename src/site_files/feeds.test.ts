import { describe, expect, it } from 'vitest';
import { MOST_IN_FEED, NewestPages } from './feeds.ts';
import type { PageFacts } from './walk_pages.ts';

function pageOf(path: string, own: Partial<PageFacts> = {}): PageFacts {
  return {
    ...{
      path,
      address: `https://site.example/${path}`,
      twin: '',
      title: '',
      description: '',
      collection: null,
      tags: [],
    },
    ...{ published: null, updated: null, language: 'en', ...own },
  };
}

function newestOf(pages: readonly PageFacts[]) {
  const newest = new NewestPages();
  for (const page of pages) newest.add(page);
  return newest.pages;
}

describe('NewestPages', () => {
  it('orders by the date of publication, else of the last change, then by path', () => {
    const pages = newestOf([
      pageOf('b', { published: '2026-01-02' }),
      pageOf('a', { published: '2026-01-02', updated: '2026-03-01' }),
      pageOf('c', { updated: '2026-01-03' }),
      pageOf('d'),
      pageOf('e', { published: '2026-01-01', updated: '2025-01-01' }),
    ]);
    expect(pages.map(({ path, date, lastChange }) => [path, date, lastChange])).toEqual([
      ['c', '2026-01-03', '2026-01-03'],
      ['a', '2026-01-02', '2026-03-01'],
      ['b', '2026-01-02', '2026-01-02'],
      ['e', '2026-01-01', '2026-01-01'],
    ]);
  });

  it('has one page for each canonical address, and none without one', () => {
    const address = 'https://site.example/one';
    const pages = newestOf([
      pageOf('a', { address, published: '2026-01-01' }),
      pageOf('b', { address, published: '2026-01-02' }),
      pageOf('c', { address: null, published: '2026-01-03' }),
    ]);
    expect(pages.map(({ path }) => path)).toEqual(['b']);
  });

  it('keeps the first of many, in any order of adding', () => {
    const all = Array.from({ length: 1_000 }, (_, index) => {
      return pageOf(String(index).padStart(4, '0'), {
        published: `2026-01-${String(1 + (index % 28)).padStart(2, '0')}`,
      });
    });
    const forward = newestOf(all);
    expect(forward).toHaveLength(MOST_IN_FEED);
    expect(newestOf(all.toReversed())).toEqual(forward);
    expect(new Set(forward.map(({ date }) => date))).toEqual(new Set(['2026-01-28', '2026-01-27']));
  });
});
