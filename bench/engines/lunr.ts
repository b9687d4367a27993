import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type {
  BenchQuery,
  Engine,
  Match,
  OpenedIndex,
  PreparedQuery,
  RetrievalDocument,
  Retriever,
  TokenPage,
} from '../engine.ts';
import { wordsOf } from '../retrieval/words.ts';
import { type Count, countLabels, type Labels } from './count_labels.ts';
import { peerModule, peerVersion } from './peer_module.ts';
import { addTexts } from './write_rows.ts';

interface Row {
  readonly ref: string;
  readonly score: number;
}
interface Query {
  term(term: string, options: { presence?: number; usePipeline?: boolean; boost?: number; fields?: string[] }): void;
}
interface Index {
  query(ask: (query: Query) => void): Row[];
}
interface Builder {
  tokenizer: (text: string) => object[];
  readonly pipeline: { reset(): void; add(...steps: unknown[]): void };
  readonly searchPipeline: { reset(): void; add(...steps: unknown[]): void };
  field(name: string, options?: { boost: number }): void;
  ref(name: string): void;
  add(document: object): void;
  build(): Index;
}
interface Library {
  Builder: new () => Builder;
  Index: { load(index: object): Index };
  Token: new (text: string) => object;
  Query: { presence: { OPTIONAL: number; REQUIRED: number; PROHIBITED: number } };
  readonly trimmer: unknown;
  readonly stemmer: unknown;
  readonly stopWordFilter: unknown;
}

const lunr = peerModule<Library>('lunr');
const { OPTIONAL, REQUIRED, PROHIBITED } = lunr.Query.presence;
const TITLE_BOOST = 4;

export const engine: Engine = {
  title: 'lunr',
  settings:
    'Two fields, title boosted x4; it ranks every match, so that the total is the length; no nested queries, so the tree is two queries joined by hand; tags and facets by hand. Retrieval: its own pipeline (stop words, Porter), title x4.',
  version: () => peerVersion('lunr'),
  build: ({ pages }, folder) => build(pages, folder),
  open,
  createRetriever,
};

function build(pages: readonly TokenPage[], folder: string): void {
  const builder = createBuilder();
  builder.tokenizer = (text) => text.split(' ').map((word) => new lunr.Token(word));
  for (const [id, { title, text }] of pages.entries()) builder.add({ id, title, text });
  writeFileSync(join(folder, 'index.json'), JSON.stringify(builder.build()));
  const labels: Labels[] = pages.map(({ tags, collection }) => ({ tags, collection }));
  writeFileSync(join(folder, 'labels.json'), JSON.stringify(labels));
}

function createBuilder(): Builder {
  const builder = new lunr.Builder();
  builder.ref('id');
  builder.field('title', { boost: TITLE_BOOST });
  builder.field('text');
  return builder;
}

function open(folder: string): OpenedIndex {
  const index = lunr.Index.load(JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8')) as object);
  const labels = JSON.parse(readFileSync(join(folder, 'labels.json'), 'utf8')) as Labels[];
  return {
    prepare,
    openWhole: addTexts(prepare, ({ rows, total, facets }) => ({
      ids: rows.map(({ ref }) => Number(ref)),
      total,
      facets,
    })),
  };

  function prepare({
    match,
    tag,
    facets,
  }: BenchQuery): PreparedQuery<{ rows: Row[]; total: number; facets: Count[] | null }> {
    return {
      run() {
        const found = matches(match);
        const kept = tag === null ? found : found.filter((row) => labels[Number(row.ref)]!.tags.includes(tag));
        return {
          rows: kept.slice(0, 10),
          total: kept.length,
          facets: facets ? countLabels(kept.map((row) => labels[Number(row.ref)]!)) : null,
        };
      },
      total: (answer) => answer.total,
    };
  }

  function matches(match: Match): Row[] {
    const words = flatWords(match);
    if (words !== null) {
      return index.query((query) => {
        for (const { term, presence } of words) query.term(term, { presence, usePipeline: false });
      });
    }
    if (!('any' in match)) throw new Error('Cannot ask lunr for a nested conjunction');
    return union(match.any.map(matches));
  }
}

/** A flat query for lunr, each word optional, required or prohibited; null for a nested one. */
function flatWords(match: Match): { term: string; presence: number }[] | null {
  if ('word' in match) return [{ term: match.word.term, presence: OPTIONAL }];
  if ('not' in match) return null;
  const words = ('all' in match ? match.all : match.any).map((node) => {
    if ('word' in node) return { term: node.word.term, presence: 'all' in match ? REQUIRED : OPTIONAL };
    return 'not' in node && 'word' in node.not ? { term: node.not.word.term, presence: PROHIBITED } : null;
  });
  return words.some((word) => word === null) ? null : words.filter((word) => word !== null);
}

function union(answers: readonly Row[][]): Row[] {
  const scores = new Map<string, number>();
  for (const { ref, score } of answers.flat()) scores.set(ref, (scores.get(ref) ?? 0) + score);
  return [...scores].map(([ref, score]) => ({ ref, score })).sort((a, b) => b.score - a.score);
}

function createRetriever(documents: readonly RetrievalDocument[]): Retriever {
  const builder = createBuilder();
  builder.pipeline.add(lunr.trimmer, lunr.stopWordFilter, lunr.stemmer);
  builder.searchPipeline.add(lunr.stemmer);
  for (const [id, { title, text }] of documents.entries()) builder.add({ id, title, text });
  const index = builder.build();
  return {
    any: (text, limit) =>
      index
        .query((query) => {
          for (const word of new Set(wordsOf(text))) query.term(word, {});
        })
        .slice(0, limit)
        .map((row) => documents[Number(row.ref)]!.id),
    like: null,
  };
}
