import { expect, test } from 'vitest';
import { corpusOf } from '../../test/fixtures/corpus_of.ts';
import { fetchedFrom, partsOf } from '../../test/static_search/parts_of.ts';

const corpus = corpusOf([
  { path: 'a', title: 'Alpha', text: 'red green' },
  { path: 'b', title: 'Beta', text: 'red blue' },
]);
const { signal } = new AbortController();

test('a part that is needed twice is fetched once', async () => {
  const asked: string[] = [];
  const parts = fetchedFrom(partsOf(corpus), asked);
  await parts.open(signal);
  expect([parts.needs('words-0'), parts.needs('words-0')]).toEqual([false, false]);
  await parts.fetch(signal);
  expect([parts.needs('words-0'), parts.isMissing, asked]).toEqual([true, false, ['tables', 'words-0']]);
});

test.each([
  ['empty', () => new Uint8Array(), 'The file "tables.bin" does not belong to this build.'],
  ['other bytes', () => new Uint8Array(100).fill(7), 'The file "tables.bin" does not belong to this build.'],
  [
    'another part',
    ({ contents }: ReturnType<typeof partsOf>) => contents.get('columns')!,
    'The file "tables.bin" does not belong to this build.',
  ],
  [
    'the part of another build',
    () => partsOf(corpusOf([{ path: 'c', text: 'other' }])).contents.get('tables')!,
    'The file "tables.bin" does not belong to this build.',
  ],
  [
    'cut off',
    ({ contents }: ReturnType<typeof partsOf>) => contents.get('tables')!.subarray(0, -20),
    'The file "tables.bin" is truncated.',
  ],
])('a part that is %s is refused by the name of its file', async (_, wrong, message) => {
  const packed = partsOf(corpus);
  packed.contents.set('tables', wrong(packed));
  const parts = fetchedFrom(packed);
  await expect(parts.open(signal)).rejects.toThrow(message);
  // It is fetched again when it is needed again.
  packed.contents.set('tables', partsOf(corpus).contents.get('tables')!);
  await parts.open(signal);
  expect(parts.has('manifest')).toBe(true);
});
