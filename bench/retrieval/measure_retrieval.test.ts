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

it('measureRetrieval scores all documents of an answer for "any"', () => {
  // b.md is second for the first query, c.md third for the second one.
  expect(measureRetrieval(collection, fixed, 'any')).toEqual({
    ndcg: (1 / Math.log2(3) + 1 / Math.log2(4)) / 2,
    recall: 1,
  });
});

it('measureRetrieval leaves out the page whose text is the "like" query', () => {
  expect(measureRetrieval(collection, fixed, 'like')).toEqual({ ndcg: (1 + 1 / Math.log2(3)) / 2, recall: 1 });
});

it('measureRetrieval gives an engine without "like" the most telling words', () => {
  const asked: string[] = [];
  const any: Retriever['any'] = (text) => {
    asked.push(text);
    return [];
  };
  expect(measureRetrieval(collection, { any, like: null }, 'like')).toEqual({ ndcg: 0, recall: 0 });
  expect(asked).toEqual(['alpha', 'beta']);
});
