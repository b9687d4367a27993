import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { loadArtefact } from '../../src/corpus/load_artefact.ts';
import type { MatchNode, Plan } from '../../src/query/ask/plan.ts';
import { engineFor } from '../../src/query/match/engine.ts';
import { evaluate } from '../../src/query/match/evaluate.ts';
import { answerPlan } from '../../src/query/show/render_answer.ts';
import type { BenchQuery, Engine, Match, OpenedIndex, PreparedQuery } from '../engine.ts';

export const ARTEFACT = 'site.catchword';

/** A folder's own configuration is not read: the comparison is of its pages. */
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
  // What only baking needs is loaded for baking only, so that it does not count as memory of the opened index.
  build: async ({ content }, folder) => {
    const { bake } = await import('../../src/bake/bake.ts');
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
};

function open(file: string): OpenedIndex {
  const corpus = loadArtefact(file);
  return {
    prepare(query): PreparedQuery<Uint8Array> {
      const asked = asQuery(query);
      const plan: Plan = { batch: false, queries: [asked] };
      return {
        run: () => answerPlan(corpus, plan),
        find: () => evaluate(engineFor(corpus), asked),
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
