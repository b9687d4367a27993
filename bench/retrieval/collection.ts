import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RetrievalDocument } from '../engine.ts';
import type { Judgements } from './metrics.ts';

export interface RetrievalQuery {
  readonly id: string;
  readonly text: string;
  readonly judgements: Judgements;
}

/** A test collection for ranked retrieval. */
export interface Collection {
  readonly documents: readonly RetrievalDocument[];
  /** Only queries with at least one relevant document. */
  readonly queries: readonly RetrievalQuery[];
}

/** Reads a folder in the layout of BEIR: `corpus.jsonl`, `queries.jsonl` and `qrels.tsv` with a header line. */
export function readCollection(folder: string): Collection {
  const documents = readRecords(join(folder, 'corpus.jsonl')).map(({ _id, title, text }) => ({
    id: _id!,
    title: title ?? '',
    text: text ?? '',
  }));
  const judgements = readJudgements(join(folder, 'qrels.tsv'));
  const queries = readRecords(join(folder, 'queries.jsonl'))
    .map(({ _id, text }) => ({
      id: _id!,
      text: text ?? '',
      judgements: judgements.get(_id!) ?? new Map<string, number>(),
    }))
    .filter((query) => [...query.judgements.values()].some((grade) => grade > 0));
  return { documents, queries };
}

function readRecords(file: string): Record<string, string>[] {
  return linesOf(file).map((line) => JSON.parse(line) as Record<string, string>);
}

function readJudgements(file: string): Map<string, Map<string, number>> {
  const all = new Map<string, Map<string, number>>();
  for (const line of linesOf(file).slice(1)) {
    const [query, document, grade] = line.split('\t');
    const known = all.get(query!) ?? new Map<string, number>();
    all.set(query!, known.set(document!, Number(grade)));
  }
  return all;
}

function linesOf(file: string): string[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '');
}
