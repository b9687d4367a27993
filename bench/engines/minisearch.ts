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
import { type Count, countLabels } from './count_labels.ts';
import { peerModule, peerVersion } from './peer_module.ts';
import { porterTerm } from './porter_term.ts';
import { addTexts } from './write_rows.ts';

interface Row {
  readonly id: number;
  readonly score: number;
  readonly tags: readonly string[];
  readonly collection: string | null;
}
type Query = string | { readonly combineWith: 'AND' | 'OR' | 'AND_NOT'; readonly queries: readonly Query[] };
interface Index {
  addAll(documents: readonly object[]): void;
  search(query: Query, options: object): Row[];
  toJSON(): object;
}
interface Library {
  new (options: object): Index;
  loadJSON(json: string, options: object): Index;
}

const MiniSearch = peerModule<Library>('minisearch');
const SAME_TOKENS = {
  fields: ['title', 'text'],
  storeFields: ['tags', 'collection'],
  tokenize: (text: string) => text.split(' '),
  processTerm: (term: string) => term,
};
const BOOST = { boost: { title: 4 } };

export const engine: Engine = {
  title: 'MiniSearch',
  settings:
    'Two fields, title boosted x4, no prefix or fuzzy search; it ranks every match, so that the total is the length. Retrieval: Porter stems, stop words dropped (both of lunr), title x4.',
  version: () => peerVersion('minisearch'),
  build: ({ pages }, folder) => writeFileSync(join(folder, 'index.json'), JSON.stringify(createIndex(pages))),
  open: (folder) => open(readFileSync(join(folder, 'index.json'), 'utf8')),
  createRetriever,
};

function createIndex(pages: readonly TokenPage[]): Index {
  const index = new MiniSearch(SAME_TOKENS);
  index.addAll(pages.map((page, id) => ({ id, ...page })));
  return index;
}

function open(json: string): OpenedIndex {
  const index = MiniSearch.loadJSON(json, SAME_TOKENS);
  return {
    prepare,
    openWhole: addTexts(prepare, ({ rows, total, facets }) => ({ ids: rows.map(({ id }) => id), total, facets })),
  };

  function prepare(query: BenchQuery): PreparedQuery<{ rows: Row[]; total: number; facets: Count[] | null }> {
    const { tag } = query;
    const asked = combination(query.match);
    const options = tag === null ? BOOST : { ...BOOST, filter: (row: Row) => row.tags.includes(tag) };
    return {
      run() {
        const found = index.search(asked, options);
        return { rows: found.slice(0, 10), total: found.length, facets: query.facets ? countLabels(found) : null };
      },
      total: (answer) => answer.total,
    };
  }
}

/** AND_NOT removes the matches of the later queries from the first, so negations come last in a conjunction. */
function combination(match: Match): Query {
  if ('word' in match) return match.word.term;
  if ('any' in match) return { combineWith: 'OR', queries: match.any.map(combination) };
  if ('not' in match) throw new Error('Cannot ask MiniSearch for a negation outside of a conjunction');
  const wanted: Query = { combineWith: 'AND', queries: match.all.filter((node) => !('not' in node)).map(combination) };
  const unwanted = match.all.flatMap((node) => ('not' in node ? [combination(node.not)] : []));
  return unwanted.length === 0 ? wanted : { combineWith: 'AND_NOT', queries: [wanted, ...unwanted] };
}

function createRetriever(documents: readonly RetrievalDocument[]): Retriever {
  const index = new MiniSearch({ fields: ['title', 'text'], processTerm: porterTerm });
  index.addAll(documents.map(({ title, text }, id) => ({ id, title, text })));
  return {
    any: (text, limit) =>
      index
        .search(text, BOOST)
        .slice(0, limit)
        .map((row) => documents[row.id]!.id),
    like: null,
  };
}
