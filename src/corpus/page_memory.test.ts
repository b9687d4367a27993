import { describe, expect, test } from 'vitest';
import { ListMemory, PageMemory } from './page_memory.ts';

describe('the memory of a page', () => {
  const site = {};

  test('makes a result once for the same inputs, and again for others', () => {
    const memory = new PageMemory<string>();
    const key = {};
    let made = 0;
    const recall = (title: string, page: object) =>
      memory.recall(
        key,
        page,
        site,
        () => [title],
        () => `${title} ${++made}`,
      );
    const page = {};
    expect(recall('a', page)).toBe('a 1');
    expect(recall('a', {})).toBe('a 1');
    expect(recall('b', {})).toBe('b 2');
    expect(recall('a', {})).toBe('a 3');
  });

  test('compares no inputs while page and site are the same objects', () => {
    const memory = new PageMemory<number>();
    const page = {};
    memory.recall(
      page,
      page,
      site,
      () => [],
      () => 1,
    );
    const fail = () => expect.unreachable();
    expect(memory.recall(page, page, site, fail, fail)).toBe(1);
    expect(
      memory.recall(
        page,
        page,
        {},
        () => ['new'],
        () => 2,
      ),
    ).toBe(2);
  });
});

test('the memory of a list makes a result again when an item, or their number, changed', () => {
  const memory = new ListMemory<string, number>();
  let made = 0;
  const results = [['a'], ['a'], ['a', 'b'], ['a', 'c'], ['a', 'c'], []].map((items) =>
    memory.recall(items, () => ++made),
  );
  expect(results).toEqual([1, 1, 2, 3, 3, 4]);
});
