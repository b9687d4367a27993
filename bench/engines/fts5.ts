import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
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
import { writeAnswer } from './write_rows.ts';

const TITLE_WEIGHT = 4;
/** Tokens of an excerpt. */
const EXCERPT_TOKENS = 40;
// Do not use "rowid IN (...)": SQLite would then look up every tagged page in the index.
const TAGGED = `EXISTS (SELECT 1 FROM label WHERE page = text.rowid AND kind = 'tag' AND value = ?)`;
/** Without the texts, which only whole answers need. */
const WITHOUT_TEXTS = "content='', ";
/** Every character except spaces is a token character, so that analysed terms stay whole. */
const SAME_TOKENS = `unicode61 remove_diacritics 0 categories 'L* N* M* P* S* C*'`;

export const engine: Engine = {
  title: 'SQLite FTS5',
  settings:
    'node:sqlite, contentless table of two columns, title x4 in bm25(); total and facets by statements of their own; tags and collections in a table with an index. Retrieval: porter unicode61.',
  version: () => {
    const database = new DatabaseSync(':memory:');
    const row = database.prepare('SELECT sqlite_version() AS version').get() as { version: string };
    database.close();
    return row.version;
  },
  build: ({ pages }, folder) => build(pages, join(folder, 'pages.sqlite'), WITHOUT_TEXTS),
  open: (folder) => ({
    ...open(join(folder, 'pages.sqlite')),
    openWhole,
  }),
  createRetriever,
};

/** @param options of the table of texts */
function build(pages: readonly TokenPage[], file: string, options: string): void {
  const database = new DatabaseSync(file);
  database.exec(`
    CREATE VIRTUAL TABLE text USING fts5(title, body, ${options}tokenize="${SAME_TOKENS}");
    CREATE TABLE label(kind TEXT, value TEXT, page INTEGER, PRIMARY KEY (page, kind, value)) WITHOUT ROWID;
    BEGIN`);
  const addText = database.prepare('INSERT INTO text(rowid, title, body) VALUES (?, ?, ?)');
  const addLabel = database.prepare('INSERT OR IGNORE INTO label VALUES (?, ?, ?)');
  for (const [page, { title, text, tags, collection }] of pages.entries()) {
    addText.run(page, title, text);
    for (const tag of tags) addLabel.run('tag', tag, page);
    if (collection !== null) addLabel.run('collection', collection, page);
  }
  database.exec(`
    CREATE INDEX label_pages ON label(kind, value, page);
    INSERT INTO text(text) VALUES ('optimize');
    COMMIT;
    VACUUM`);
  database.close();
}

interface Answer {
  readonly rows: readonly object[];
  readonly count: Record<string, unknown> | undefined;
  readonly facets: readonly object[] | null;
}

function open(file: string) {
  const database = new DatabaseSync(file, { readOnly: true });
  const rank = `bm25(text, ${TITLE_WEIGHT}, 1)`;
  const rows = database.prepare(`SELECT rowid, ${rank} AS score FROM text WHERE text MATCH ? ORDER BY score LIMIT 10`);
  const total = database.prepare('SELECT count(*) AS total FROM text WHERE text MATCH ?');
  const taggedRows = database.prepare(
    `SELECT rowid, ${rank} AS score FROM text WHERE text MATCH ? AND ${TAGGED} ORDER BY score LIMIT 10`,
  );
  const taggedTotal = database.prepare(`SELECT count(*) AS total FROM text WHERE text MATCH ? AND ${TAGGED}`);
  const facets = database.prepare(
    `SELECT kind, value, count(*) AS count FROM label WHERE page IN (SELECT rowid FROM text WHERE text MATCH ?)
     GROUP BY kind, value ORDER BY kind, count DESC, value`,
  );
  return { prepare, count };

  function count(
    asked: string,
    tag: string | null,
    withFacets: boolean,
  ): { total: number; facets: readonly object[] | null } {
    const row = tag === null ? total.get(asked) : taggedTotal.get(asked, tag);
    return { total: Number(row?.total), facets: withFacets ? facets.all(asked) : null };
  }

  function prepare({ match, tag, facets: withFacets }: BenchQuery): PreparedQuery<Answer> {
    const asked = expression(match);
    return {
      run() {
        if (tag !== null) return { rows: taggedRows.all(asked, tag), count: taggedTotal.get(asked, tag), facets: null };
        return { rows: rows.all(asked), count: total.get(asked), facets: withFacets ? facets.all(asked) : null };
      },
      total: (answer) => Number(answer.count?.total),
    };
  }
}

/** The same with stored texts, and excerpts by its own function. Sorted by `rank`, it makes them only for the rows that it returns. */
function openWhole(pages: readonly TokenPage[], folder: string): WholeIndex {
  const file = join(folder, 'answers.sqlite');
  build(pages, file, '');
  const index = open(file);
  const database = new DatabaseSync(file, { readOnly: true });
  const select = `SELECT title, snippet(text, 1, '<mark>', '</mark>', '...', ${EXCERPT_TOKENS}) AS excerpt FROM text
    WHERE text MATCH ? AND rank MATCH 'bm25(${TITLE_WEIGHT}.0, 1.0)'`;
  const rows = database.prepare(`${select} ORDER BY rank LIMIT 10`);
  const taggedRows = database.prepare(`${select} AND ${TAGGED} ORDER BY rank LIMIT 10`);
  return {
    prepare(query) {
      const asked = expression(query.match);
      const { tag, facets } = query;
      return {
        run() {
          const items = (tag === null ? rows.all(asked) : taggedRows.all(asked, tag)) as never;
          return writeAnswer({ items, ...index.count(asked, tag, facets) });
        },
      };
    },
  };
}

/** A query in the language of FTS5. NOT is binary there, so negations come last in a conjunction. */
function expression(match: Match): string {
  if ('word' in match) return quoted(match.word.term);
  if ('any' in match) return `(${match.any.map(expression).join(' OR ')})`;
  if ('not' in match) throw new Error('Cannot ask FTS5 for a negation outside of a conjunction');
  const wanted = match.all.filter((node) => !('not' in node)).map(expression);
  const unwanted = match.all.flatMap((node) => ('not' in node ? [expression(node.not)] : []));
  return unwanted.reduce((left, right) => `(${left} NOT ${right})`, `(${wanted.join(' AND ')})`);
}

function quoted(word: string): string {
  return `"${word.replaceAll('"', '""')}"`;
}

function createRetriever(documents: readonly RetrievalDocument[]): Retriever {
  const database = new DatabaseSync(':memory:');
  database.exec(`CREATE VIRTUAL TABLE text USING fts5(title, body, content='', tokenize='porter unicode61'); BEGIN`);
  const add = database.prepare('INSERT INTO text(rowid, title, body) VALUES (?, ?, ?)');
  for (const [row, { title, text }] of documents.entries()) add.run(row, title, text);
  database.exec('COMMIT');
  const rows = database.prepare(
    `SELECT rowid FROM text WHERE text MATCH ? ORDER BY bm25(text, ${TITLE_WEIGHT}, 1), rowid LIMIT ?`,
  );
  return {
    any(text, limit) {
      const match = [...new Set(wordsOf(text))].map(quoted).join(' OR ');
      if (match === '') return [];
      return rows.all(match, limit).map((row) => documents[(row as { rowid: number }).rowid]!.id);
    },
    like: null,
  };
}
