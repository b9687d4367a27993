import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openBudget } from '../../src/cache/cache_budget.ts';
import type { Corpus } from '../../src/corpus/corpus.ts';
import { createEmbeddedEngine } from '../../src/engine/embedded/embedded_engine.ts';
import type { SiteEngine } from '../../src/engine/site_engine.ts';
import { createGrammar } from '../../src/query/ask/grammar.ts';
import { readParameters } from '../../src/query/ask/read_parameters.ts';
import { readSearch } from '../../src/query/ask/read_search.ts';
import { corpusOfDocuments } from '../engines/retrieve_documents.ts';
import { SeededRandom } from '../queries/seeded_random.ts';
import { readCollection } from '../retrieval/collection.ts';
import { ndcg } from '../retrieval/metrics.ts';

/** nDCG@10 of one retrieval collection through both addresses, for the first words of each query. */
export interface HarmMeasures {
  readonly collection: string;
  readonly queries: number;
  readonly pages: number;
  /** Through `/api/search`, with the last word open, as it is typed. */
  readonly search: number;
  /** Queries whose exact rows have another order with typos on than with typos off. */
  readonly reordered: number;
}

export const RANKED = ['cranfield', 'cisi', 'npl-vaswani', 'scifact', 'stackfaq'] as const;
/** Within the caps of `/api/search`. */
const MOST_WORDS = 10;
const MOST_CHARACTERS = 200;

/** @returns null when the collection is not in the folder */
export function measureHarm(folder: string, collection: string): HarmMeasures | null {
  if (!existsSync(join(folder, collection, 'corpus.jsonl'))) return null;
  const { documents, queries } = readCollection(join(folder, collection));
  const asker = createAsker(corpusOfDocuments(documents));
  const idsOf = (rows: readonly AskedRow[]): string[] => rows.map(({ path }) => documents[Number(path)]!.id);
  const sums = { pages: 0, search: 0, reordered: 0 };
  for (const { text, judgements } of queries) {
    const q = firstWords(text);
    const { items } = asker.search(q);
    const exact = asker.search(q, '&typos=none');
    sums.pages += ndcg(idsOf(asker.pages(q)), judgements, 10);
    sums.search += ndcg(idsOf(items), judgements, 10);
    const kept = items.slice(0, exact.exactTotal);
    if (exact.exactTotal > 0 && !kept.every(({ path }, i) => path === exact.items[i]!.path)) sums.reordered++;
  }
  const { length } = queries;
  return {
    collection,
    queries: length,
    pages: sums.pages / length,
    search: sums.search / length,
    reordered: sums.reordered,
  };
}

/** Quotation marks would ask for phrases, which are never relaxed. */
export function firstWords(text: string): string {
  const words = text
    .replace(/["“”„«»]/g, ' ')
    .split(/\s+/)
    .filter((word) => word !== '');
  let q = words.slice(0, MOST_WORDS).join(' ');
  while ([...q].length > MOST_CHARACTERS) q = q.slice(0, q.lastIndexOf(' '));
  return q;
}

interface AskedRow {
  readonly path: string;
}

interface Found {
  readonly items: readonly AskedRow[];
  readonly total: number;
  readonly exactTotal: number;
}

export interface Asker {
  pages(q: string): readonly AskedRow[];
  search(q: string, more?: string): Found;
}

export function createAsker(corpus: Corpus): Asker {
  const engine: SiteEngine = createEmbeddedEngine(corpus, openBudget(1 << 24));
  const grammar = createGrammar([]);
  const { signal } = new AbortController();
  const parse = (body: Uint8Array) => JSON.parse(Buffer.from(body).toString()) as Found;
  const search = (q: string, more: string) => {
    const plan = readSearch(`q=${encodeURIComponent(q)}&sections=0${more}`, grammar);
    if ('status' in plan) throw new Error(`Cannot search "${q}"`);
    return parse((engine.searcher.search(plan as never, signal) as { body: Uint8Array }).body);
  };
  return {
    pages(q) {
      const plan = readParameters(`q=${encodeURIComponent(q)}`, grammar);
      return parse(engine.answerer.answer(plan as never, signal) as Uint8Array).items;
    },
    search: (q, more = '') => search(q, more),
  };
}

/** @returns the share of random strings of 5 to 12 letters that find no page */
export function measureNonsense(corpus: Corpus, count: number, seed: number): number {
  const asker = createAsker(corpus);
  const random = new SeededRandom(seed);
  let none = 0;
  for (let i = 0; i < count; i++) {
    const length = 5 + random.below(8);
    const q = Array.from({ length }, () => String.fromCharCode(97 + random.below(26))).join('');
    if (asker.search(q).total === 0) none++;
  }
  return none / count;
}
