import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { Retriever } from '../engine.ts';
import { readCollection } from './collection.ts';
import { measureRetrieval } from './measure_retrieval.ts';

const folder = mkdtempSync(join(tmpdir(), 'catchword-collection-'));
afterAll(() => rmSync(folder, { recursive: true }));
const write = (name: string, lines: readonly string[]): void =>
  writeFileSync(join(folder, name), `${lines.join('\n')}\n`);
write('corpus.jsonl', [
  '{"_id":"a.md","title":"A","text":"alpha"}',
  '{"_id":"b.md","title":"","text":"beta"}',
  '{"_id":"c.md","title":"C","text":"gamma"}',
]);
write('queries.jsonl', [
  '{"_id":"like:a.md","text":"alpha"}',
  '{"_id":"like:b.md","text":"beta"}',
  '{"_id":"unjudged","text":"x"}',
  '{"_id":"like:c.md","text":"gamma"}',
]);
write('qrels.tsv', ['query-id\tcorpus-id\tscore', 'like:a.md\tb.md\t1', 'like:b.md\tc.md\t2', 'like:c.md\ta.md\t0']);

const collection = readCollection(folder);
const fixed: Retriever = { any: () => ['a.md', 'b.md', 'c.md'], like: () => ['a.md', 'b.md', 'c.md'] };

it('readCollection reads documents and the queries that have a relevant document', () => {
  expect(collection).toEqual({
    documents: [
      { id: 'a.md', title: 'A', text: 'alpha' },
      { id: 'b.md', title: '', text: 'beta' },
      { id: 'c.md', title: 'C', text: 'gamma' },
    ],
    queries: [
      { id: 'like:a.md', text: 'alpha', judgements: new Map([['b.md', 1]]) },
      { id: 'like:b.md', text: 'beta', judgements: new Map([['c.md', 2]]) },
    ],
  });
});

it('measureRetrieval scores all documents of an answer for "any"', async () => {
  // b.md is second for the first query, c.md third for the second one.
  expect(await measureRetrieval(collection, fixed, 'any')).toEqual({
    ndcg: (1 / Math.log2(3) + 1 / Math.log2(4)) / 2,
    recall: 1,
    refused: 0,
  });
});

it('measureRetrieval leaves out the page whose text is the "like" query', async () => {
  const expected = { ndcg: (1 + 1 / Math.log2(3)) / 2, recall: 1, refused: 0 };
  expect(await measureRetrieval(collection, fixed, 'like')).toEqual(expected);
});

it('measureRetrieval gives an engine without "like" the most telling words', async () => {
  const asked: string[] = [];
  const any: Retriever['any'] = (text) => {
    asked.push(text);
    return [];
  };
  expect(await measureRetrieval(collection, { any, like: null }, 'like')).toEqual({ ndcg: 0, recall: 0, refused: 0 });
  expect(asked).toEqual(['alpha', 'beta']);
});

it('measureRetrieval asks at an address as deep as it scores, and counts what is refused as found nothing', async () => {
  const asked: [string, number][] = [];
  const served: Retriever['served'] = async (address, text, limit) => {
    asked.push([address, limit]);
    return text === 'alpha' ? null : ['c.md'];
  };
  const found = await measureRetrieval(collection, { ...fixed, served }, '/api/search?q=');
  expect(found).toEqual({ ndcg: 0.5, recall: 0.5, refused: 1 });
  expect(asked).toEqual(Array.from({ length: 2 }, () => ['/api/search?q=', 100]));
});

it('measureRetrieval gives no figures of a service that an engine does not have', async () => {
  expect(await measureRetrieval(collection, fixed, '/api/pages?q=')).toBeNull();
});
