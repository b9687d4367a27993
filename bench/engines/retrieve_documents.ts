import { finish } from '../../src/async/steps.ts';
import { openBudget } from '../../src/cache/cache_budget.ts';
import { analyseField } from '../../src/corpus/analysis/analyse_field.ts';
import { TermNumbers } from '../../src/corpus/analysis/term_numbers.ts';
import { joinArtefact } from '../../src/corpus/artefact/artefact_format.ts';
import { buildCorpus } from '../../src/corpus/build_corpus.ts';
import type { Corpus } from '../../src/corpus/corpus.ts';
import type { CorpusPage } from '../../src/corpus/corpus_page.ts';
import { openCorpus } from '../../src/corpus/open_corpus.ts';
import { createEngine } from '../../src/query/match/engine.ts';
import { lookUp, weighedParts } from '../../src/query/match/look_up.ts';
import { matchByWeight } from '../../src/query/match/match_by_weight.ts';
import { matchQuery } from '../../src/query/match/match_query.ts';
import type { MatchSet } from '../../src/query/match/match_set.ts';
import { readClause } from '../../src/query/match/read_clause.ts';
import { soughtWord } from '../../src/query/match/sought_word.ts';
import { Workspace } from '../../src/query/match/workspace.ts';
import { rankRows } from '../../src/query/rank/rank_rows.ts';
import type { RetrievalDocument, Retriever } from '../engine.ts';
import { createAsker } from '../served/ask_service.ts';

const SETTINGS = {
  origin: 'https://bench.invalid',
  title: 'Bench',
  description: '',
  language: 'en',
  collections: [],
  tools: [],
  publicOrigin: null,
};

const UNFILTERED = { collection: null, tag: null, facets: [] } as const;

/** @returns Catchword's index of documents that are not Markdown: page n is document n */
export function corpusOfDocuments(documents: readonly RetrievalDocument[]): Corpus {
  const terms = new TermNumbers();
  const pages = documents.map((document, row) => asPage(document, row, terms));
  const artefact = buildCorpus({
    settings: SETTINGS,
    stamps: { commit: null, content: null },
    pages,
    tags: [],
    terms,
  });
  return openCorpus(joinArtefact(artefact));
}

/** Searches documents with the engine alone, and through the service. */
export function createRetriever(documents: readonly RetrievalDocument[]): Retriever {
  const corpus = corpusOfDocuments(documents);
  const engine = createEngine(corpus, openBudget(1 << 24));
  const askService = createAsker(corpus);
  const workspace = new Workspace(documents.length);
  const { found } = workspace;
  const ids = (found: readonly { readonly page: number }[]): string[] => found.map(({ page }) => documents[page]!.id);
  return {
    // As a relaxed answer ranks, even where some document holds every word. Quotation marks are left out: they would demand phrases,
    // and the other engines read them as blanks.
    any: (text, limit) => {
      found.count = 0;
      const words = text.replace(/["“”„«»]/g, ' ');
      const { terms } = readClause(engine.analyser, { text: words, in: 'all' });
      const sought = terms.map((term) => soughtWord(term));
      finish(lookUp(engine, workspace, 'all', sought));
      const { parts, extra } = finish(weighedParts(engine, 'all', sought));
      finish(matchByWeight(engine.corpus.text, parts, extra, 0, found));
      const matched: MatchSet = {
        pages: found.pages.subarray(0, found.count),
        order: { by: 'sum', sums: found.sums },
        excerptTerms: null,
        clauses: null,
        relaxed: true,
      };
      const query = { form: 'match', match: { text: words, in: 'all' }, ...UNFILTERED, limit } as const;
      return ids(finish(rankRows(engine, query, matched)));
    },
    like: (passage, limit) => {
      const query = { form: 'like', like: passage, ...UNFILTERED, limit } as const;
      return ids(finish(rankRows(engine, query, finish(matchQuery(engine, workspace, query)))));
    },
    served: async (address, text, limit) =>
      (await askService(address, text, limit))?.map((path) => documents[Number(path)]!.id) ?? null,
  };
}

function asPage({ title, text }: RetrievalDocument, row: number, terms: TermNumbers): CorpusPage {
  const bytes = Buffer.from(text);
  return {
    // Give all paths the same length, so that their order is that of the documents.
    path: String(row).padStart(9, '0'),
    canonical: null,
    title,
    description: '',
    indexing: 'index, follow',
    collection: null,
    aliases: [],
    tags: [],
    published: null,
    updated: null,
    language: SETTINGS.language,
    headings: [],
    sections: [],
    links: [],
    markdown: bytes,
    text: bytes,
    body: analyseField(text, SETTINGS.language, terms),
  };
}
