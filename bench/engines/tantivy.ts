import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type {
  BenchQuery,
  Engine,
  Match,
  PreparedQuery,
  RetrievalDocument,
  Retriever,
  TokenPage,
  WholeIndex,
} from '../engine.ts';
import { wordsOf } from '../retrieval/words.ts';
import { peerModule, peerVersion } from './peer_module.ts';
import { EXCERPT_LENGTH, writeAnswer } from './write_rows.ts';

/** The names of the binding that are used here. */
interface Document {
  addText(field: string, text: string): void;
  addUnsigned(field: string, value: number): void;
  getFirst(field: string): unknown;
}
type Schema = object;
type Query = object;
interface Hit {
  readonly docAddress: object;
}
interface Searcher {
  search(query: Query, limit: number, count: boolean): { hits: Hit[]; count: number };
  aggregate(query: Query, aggregation: string): string;
  doc(address: object): Document;
}
interface SnippetGenerator {
  setMaxNumChars(most: number): void;
  snippetFromDoc(document: Document): { toHtml(): string };
}
interface Index {
  readonly schema: Schema;
  registerTokenizer(name: string, analyzer: object): void;
  writer(
    heapBytes: number,
    threads: number,
  ): { addDocument(document: Document): void; commit(): void; waitMergingThreads(): void };
  reload(): void;
  searcher(): Searcher;
  parseQueryLenient(query: string, fields: string[]): [Query, string[]];
}
interface SchemaBuilder {
  addTextField(name: string, options: object): void;
  addUnsignedField(name: string, options: object): void;
  build(): Schema;
}
interface Library {
  Document: new () => Document;
  SchemaBuilder: new () => SchemaBuilder;
  Index: { new (schema: Schema, folder?: string, reuse?: boolean): Index; open(folder: string): Index };
  Query: {
    termQuery(schema: Schema, field: string, value: string): Query;
    booleanQuery(clauses: { occur: number; query: Query }[]): Query;
  };
  SnippetGenerator: {
    create(searcher: Searcher, query: Query, schema: Schema, field: string): SnippetGenerator;
  };
  TokenizerStatic: { whitespace(): object };
  TextAnalyzerBuilder: new (tokenizer: object) => { build(): object };
}

/** The package of the binary. The binding has one for each platform; without it the column of this peer is left out. */
const PACKAGE = '@oxdev03/node-tantivy-binding-linux-x64-gnu';
const tantivy = peerModule<Library>(PACKAGE);
const MUST = 0;
const SHOULD = 1;
const MUST_NOT = 2;
const HEAP_BYTES = 1_000_000_000;
const FACETS = JSON.stringify({
  tags: { terms: { field: 'tag', size: 10_000 } },
  collection: { terms: { field: 'collection', size: 100 } },
});

export const engine: Engine = {
  title: 'tantivy',
  settings:
    'Native, by its binding to Node; two fields with positions, no boosts (its scores of both fields add up, and boosting the title made its ranking worse), one segment (one writing thread); facets by terms aggregation over fast fields. Retrieval: en_stem.',
  version: () => `binding ${peerVersion(PACKAGE)}`,
  build: ({ pages }, folder) => build(pages, folder, false),
  open: (folder) => ({ ...open(tantivy.Index.open(folder)), openWhole }),
  createRetriever,
};

function registerBlanks(index: Index): void {
  index.registerTokenizer('blanks', new tantivy.TextAnalyzerBuilder(tantivy.TokenizerStatic.whitespace()).build());
}

/** @param stored whether texts are stored, which only whole answers need */
function build(pages: readonly TokenPage[], folder: string, stored: boolean): void {
  const builder = new tantivy.SchemaBuilder();
  for (const name of ['title', 'text']) builder.addTextField(name, { tokenizerName: 'blanks', stored });
  for (const name of ['tag', 'collection']) {
    builder.addTextField(name, { tokenizerName: 'raw', indexOption: 'basic', fast: true });
  }
  const index = new tantivy.Index(builder.build(), folder, false);
  registerBlanks(index);
  const writer = index.writer(HEAP_BYTES, 1);
  for (const page of pages) {
    const document = new tantivy.Document();
    document.addText('title', page.title);
    document.addText('text', page.text);
    for (const tag of page.tags) document.addText('tag', tag);
    if (page.collection !== null) document.addText('collection', page.collection);
    writer.addDocument(document);
  }
  writer.commit();
  writer.waitMergingThreads();
}

function open(index: Index) {
  const searcher = index.searcher();
  const schema = index.schema;
  return { prepare, compile, searcher, schema };

  function prepare(query: BenchQuery): PreparedQuery<{ hits: Hit[]; count: number; facets: unknown }> {
    const asked = compile(query);
    return {
      run() {
        const { hits, count } = searcher.search(asked, 10, true);
        return { hits, count, facets: query.facets ? JSON.parse(searcher.aggregate(asked, FACETS)) : null };
      },
      total: (answer) => answer.count,
    };
  }

  function compile(query: BenchQuery): Query {
    const found = compiled(query.match);
    if (query.tag === null) return found;
    return tantivy.Query.booleanQuery([
      { occur: MUST, query: found },
      { occur: MUST, query: tantivy.Query.termQuery(schema, 'tag', query.tag) },
    ]);
  }

  function compiled(match: Match): Query {
    if ('word' in match) return anyField(match.word.term);
    if ('not' in match) throw new Error('Cannot ask tantivy for a negation outside of a conjunction');
    if ('any' in match)
      return tantivy.Query.booleanQuery(match.any.map((node) => ({ occur: SHOULD, query: compiled(node) })));
    return tantivy.Query.booleanQuery(
      match.all.map((node) =>
        'not' in node ? { occur: MUST_NOT, query: compiled(node.not) } : { occur: MUST, query: compiled(node) },
      ),
    );
  }

  function anyField(term: string): Query {
    return tantivy.Query.booleanQuery(
      ['title', 'text'].map((field) => ({ occur: SHOULD, query: tantivy.Query.termQuery(schema, field, term) })),
    );
  }
}

/** The same with stored texts, and excerpts by its snippet generator. */
function openWhole(pages: readonly TokenPage[], folder: string): WholeIndex {
  const stored = join(folder, 'whole');
  mkdirSync(stored);
  build(pages, stored, true);
  const index = tantivy.Index.open(stored);
  // Snippets tokenise the stored texts again.
  registerBlanks(index);
  const { compile, searcher, schema, prepare } = open(index);
  return {
    prepare(query) {
      const asked = compile(query);
      const { run } = prepare(query);
      return {
        run() {
          const { hits, count, facets } = run();
          const generator = tantivy.SnippetGenerator.create(searcher, asked, schema, 'text');
          generator.setMaxNumChars(EXCERPT_LENGTH);
          const items = hits.map(({ docAddress }) => {
            const document = searcher.doc(docAddress);
            return {
              title: document.getFirst('title') as string,
              excerpt: generator.snippetFromDoc(document).toHtml(),
            };
          });
          return writeAnswer({ items, total: count, facets });
        },
      };
    },
  };
}

function createRetriever(documents: readonly RetrievalDocument[]): Retriever {
  const builder = new tantivy.SchemaBuilder();
  for (const name of ['title', 'text']) builder.addTextField(name, { tokenizerName: 'en_stem' });
  builder.addUnsignedField('row', { stored: true });
  const index = new tantivy.Index(builder.build());
  const writer = index.writer(HEAP_BYTES, 1);
  for (const [row, { title, text }] of documents.entries()) {
    const document = new tantivy.Document();
    document.addText('title', title);
    document.addText('text', text);
    document.addUnsigned('row', row);
    writer.addDocument(document);
  }
  writer.commit();
  writer.waitMergingThreads();
  index.reload();
  const searcher = index.searcher();
  return {
    any(text, limit) {
      const [query] = index.parseQueryLenient(wordsOf(text).join(' '), ['title', 'text']);
      const { hits } = searcher.search(query, limit, false);
      return hits.map((hit) => documents[Number(searcher.doc(hit.docAddress).getFirst('row'))]!.id);
    },
    like: null,
  };
}
