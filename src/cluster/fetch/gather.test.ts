import { expect, test } from 'vitest';
import { gather } from './gather.ts';

function recorded(most: number) {
  const requests: string[][] = [];
  const read = gather(most, async (keys: readonly string[]) => {
    requests.push([...keys]);
    if (keys.includes('broken')) throw new Error('no answer');
    return keys.map((key) => key.toUpperCase());
  });
  return { read, requests };
}

test('joins reads of one turn of the event loop, and gives each its own value', async () => {
  const { read, requests } = recorded(3);
  expect(await Promise.all(['a', 'b', 'a', 'c'].map(read))).toEqual(['A', 'B', 'A', 'C']);
  expect(await read('d')).toBe('D');
  expect(requests).toEqual([['a', 'b', 'a'], ['c'], ['d']]);
});

test('fails all reads of a request that fails, and no others', async () => {
  const { read, requests } = recorded(2);
  const results = await Promise.allSettled(['a', 'broken', 'c'].map(read));
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
  expect(requests).toEqual([['a', 'broken'], ['c']]);
});
