import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { finish } from '../../src/async/steps.ts';
import { openBudget } from '../../src/cache/cache_budget.ts';
import { loadArtefact } from '../../src/corpus/load_artefact.ts';
import type { MatchNode, Plan } from '../../src/query/ask/plan.ts';
import { createEngine } from '../../src/query/match/engine.ts';
import { matchQuery } from '../../src/query/match/match_query.ts';
import { Workspace } from '../../src/query/match/workspace.ts';
import { rankRows } from '../../src/query/rank/rank_rows.ts';
import { FacetTexts } from '../../src/query/show/facets.ts';
import { QuestionScratch, writeAnswers } from '../../src/query/show/write_answer.ts';
import type { BenchQuery, Engine, Match, OpenedIndex, PreparedQuery, Retriever } from '../engine.ts';

export const ARTEFACT = 'site.catchword';

/** The settings of the server. */
const CACHE_BYTES = 64 * 1024 * 1024;

const UNFILTERED = { collection: null, tag: null, facets: [] } as const;

/** The configuration of a folder is ignored: only its pages are compared. */
export const SETTINGS = {
  origin: 'https://bench.invalid',
  title: 'Bench',
  description: '',
  language: 'en',
  collections: null,
  tools: [],
  publicOrigin: null,
};

export const engine: Engine = {
  title: 'Catchword',
  settings:
    'As served: its build time includes reading the Markdown, finding its links and analysing its text (both cores), its artefact the pages themselves; an answer is the finished JSON with rows, excerpts, exact total and facets.',
  version: () =>
    (JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }).version,
  // Load the baking code only here, so that it does not count as memory of the opened index.
  build: async ({ content }, folder) => {
    const { bake } = await import('../../src/bake/site_baker.ts');
    await bake({
      folder: content,
      out: join(folder, ARTEFACT),
      settings: SETTINGS,
      commit: null,
      local: false,
      cache: null,
      workers: availableParallelism(),
    });
  },
  open: (folder) => open(join(folder, ARTEFACT)),
  createRetriever: async (documents) => {
    const { createRetriever } = await import('./retrieve_documents.ts');
    return createRetriever(documents);
  },
  openRetriever: (folder) => openRetriever(join(folder, ARTEFACT)),
};

function openRetriever(file: string): Pick<Retriever, 'any'> {
  const engine = createEngine(loadArtefact(file), openBudget(CACHE_BYTES));
  const { pages } = engine.corpus;
  const workspace = new Workspace(pages.count);
  return {
    any(text, limit) {
      const query = { form: 'match', match: { text, in: 'all' }, ...UNFILTERED, limit } as const;
      const rows = finish(rankRows(engine, query, finish(matchQuery(engine, workspace, query))));
      return rows.map(({ page }) => pages.path(page));
    },
  };
}

function open(file: string): OpenedIndex {
  const engine = createEngine(loadArtefact(file), openBudget(CACHE_BYTES));
  const scratch = new QuestionScratch(
    engine.corpus.pages.count,
    new FacetTexts(engine.corpus, openBudget(CACHE_BYTES).boundOf('facets')),
  );
  return {
    prepare(query): PreparedQuery<Uint8Array> {
      const asked = asQuery(query);
      const plan: Plan = { batch: false, queries: [asked] };
      return {
        run: () => finish(writeAnswers(engine, scratch, plan)),
        find: () => finish(rankRows(engine, asked, finish(matchQuery(engine, scratch.workspace, asked)))),
        total: (answer) => (JSON.parse(Buffer.from(answer).toString()) as { total: number }).total,
      };
    },
  };
}

function asQuery({ match, tag, facets, passage }: BenchQuery): Plan['queries'][number] {
  const listing = { collection: null, tag, limit: 10, facets: facets ? (['collection', 'tags'] as const) : [] };
  return passage === null
    ? { form: 'match', match: asNode(match), ...listing }
    : { form: 'like', like: passage, ...listing };
}

function asNode(match: Match): MatchNode {
  if ('word' in match) return { text: match.word.written, in: 'all' };
  if ('not' in match) return { not: asNode(match.not) };
  return 'all' in match ? { all: match.all.map(asNode) } : { any: match.any.map(asNode) };
}
