import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
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
import { type Count, countLabels, type Labels } from './count_labels.ts';
import { peerModule, peerVersion } from './peer_module.ts';
import { addTexts } from './write_rows.ts';

/** A set of matches before it is made a list. */
interface Resolver {
  and(...sets: Resolver[]): Resolver;
  or(...sets: Resolver[]): Resolver;
  not(...sets: Resolver[]): Resolver;
  resolve(options: { limit: number }): number[];
}
interface Index {
  add(id: number, text: string): void;
  search(query: string, options: { limit: number; resolve: false }): Resolver;
  search(query: string, options: { limit: number; suggest?: boolean }): number[];
  export(write: (key: string, data: string) => void): void;
  import(key: string, data: string): void;
}
interface Library {
  Index: new (options: object) => Index;
}

const flexsearch = peerModule<Library>('flexsearch');
const SAME_TOKENS = { tokenize: 'strict', encode: (text: string) => text.split(' ') };
/** The default limit of a set is 100 members, and a truncated set gives wrong answers. */
const EVERYTHING = 1e9;
const LABELS = 'labels.json';

export const engine: Engine = {
  title: 'FlexSearch',
  settings:
    'One strict index of all text (no field weights) and one of tags, joined by its resolver; it says no total; facets by asking for all matches and counting. Retrieval: its English encoder, suggest: true.',
  version: () => peerVersion('flexsearch'),
  build: ({ pages }, folder) => build(pages, folder),
  open,
  createRetriever,
};

function build(pages: readonly TokenPage[], folder: string): void {
  const indexes = { text: new flexsearch.Index(SAME_TOKENS), tags: new flexsearch.Index(SAME_TOKENS) };
  for (const [id, { title, text, tags }] of pages.entries()) {
    indexes.text.add(id, `${title} ${text}`);
    indexes.tags.add(id, tags.join(' '));
  }
  for (const [name, index] of Object.entries(indexes)) {
    index.export((key, data) => {
      if (data) writeFileSync(join(folder, `${name}@${key}`), data);
    });
  }
  const labels: Labels[] = pages.map(({ tags, collection }) => ({ tags, collection }));
  writeFileSync(join(folder, LABELS), JSON.stringify(labels));
}

function open(folder: string): OpenedIndex {
  const textIndex = new flexsearch.Index(SAME_TOKENS);
  const tagIndex = new flexsearch.Index(SAME_TOKENS);
  for (const file of readdirSync(folder).sort()) {
    const [name, key] = file.split('@');
    if (key !== undefined)
      (name === 'text' ? textIndex : tagIndex).import(key, readFileSync(join(folder, file), 'utf8'));
  }
  const labels = JSON.parse(readFileSync(join(folder, LABELS), 'utf8')) as Labels[];
  return {
    prepare,
    openWhole: addTexts(prepare, ({ rows, facets }) => ({ ids: rows.slice(0, 10), total: null, facets })),
  };

  function prepare(query: BenchQuery): PreparedQuery<{ rows: number[]; facets: Count[] | null }> {
    const { match, tag, facets } = query;
    const limit = facets ? EVERYTHING : 10;
    const words = plainWords(match);
    const list = (): number[] => {
      if (tag !== null) return matches(match).and(set(tagIndex, tag)).resolve({ limit });
      return words === null ? matches(match).resolve({ limit }) : textIndex.search(words, { limit });
    };
    return {
      run() {
        const rows = list();
        return { rows, facets: facets ? countLabels(rows.map((row) => labels[row]!)) : null };
      },
      total: () => null,
    };
  }

  function matches(match: Match): Resolver {
    const words = plainWords(match);
    if (words !== null) return set(textIndex, words);
    if ('any' in match) return first(match.any).or(...match.any.slice(1).map(matches));
    if (!('all' in match)) throw new Error('Cannot ask FlexSearch for a negation outside of a conjunction');
    return match.all
      .slice(1)
      .reduce(
        (left, node) => ('not' in node ? left.not(matches(node.not)) : left.and(matches(node))),
        first(match.all),
      );
  }

  function first(nodes: readonly Match[]): Resolver {
    return matches(nodes[0]!);
  }
}

function set(index: Index, query: string): Resolver {
  return index.search(query, { limit: EVERYTHING, resolve: false });
}

/** The words of a plain conjunction, which FlexSearch answers directly; null for any other query. */
function plainWords(match: Match): string | null {
  if ('word' in match) return match.word.term;
  if (!('all' in match)) return null;
  const words = match.all.map((node) => ('word' in node ? node.word.term : null));
  return words.includes(null) ? null : words.join(' ');
}

function createRetriever(documents: readonly RetrievalDocument[]): Retriever {
  const index = new flexsearch.Index({ tokenize: 'strict', encoder: peerModule<object>('flexsearch/lang/en') });
  for (const [id, { title, text }] of documents.entries()) index.add(id, `${title} ${text}`);
  return {
    any: (text, limit) => index.search(text, { limit, suggest: true }).map((id) => documents[id]!.id),
    like: null,
  };
}
