import { readFileSync } from 'node:fs';
import { openBudget } from '../../../src/cache/cache_budget.ts';
import { loadArtefact } from '../../../src/corpus/load_artefact.ts';
import { createEmbeddedEngine } from '../../../src/engine/embedded/embedded_engine.ts';
import { createGrammar } from '../../../src/query/ask/grammar.ts';
import { readSearch } from '../../../src/query/ask/read_search.ts';
import type { SearchPlan } from '../../../src/query/ask/search_plan.ts';
import type { TypingPeer } from '../typing_engine.ts';

const CACHE_BYTES = 64 * 1024 * 1024;
/** The number of a row's page follows from its path. */
const PATH = /\{"path":"((?:[^"\\]|\\.)*)","canonical"/g;

export const peer: TypingPeer = {
  title: 'Catchword',
  settings: 'The whole texts. An answer is the finished JSON of /api/search with excerpts and three sections a row.',
  version: () =>
    (JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as { version: string })
      .version,
  open(artefact) {
    const corpus = loadArtefact(artefact);
    let { searcher } = createEmbeddedEngine(corpus, openBudget(CACHE_BYTES));
    const grammar = createGrammar([]);
    const { signal } = new AbortController();
    return {
      forget() {
        ({ searcher } = createEmbeddedEngine(corpus, openBudget(CACHE_BYTES)));
      },
      type(q) {
        const plan = readSearch(`q=${encodeURIComponent(q)}`, grammar) as SearchPlan;
        return (searcher.search(plan, signal) as { body: Uint8Array }).body;
      },
      pagesOf(body) {
        const paths = Buffer.from(body.buffer, body.byteOffset, body.length).toString().matchAll(PATH);
        return Array.from(paths, ([, path]) => corpus.pages.find(JSON.parse(`"${path}"`) as string));
      },
    };
  },
};
