import { analyseField } from '../../src/corpus/analysis/analyse_field.ts';
import { TermNumbers } from '../../src/corpus/analysis/term_numbers.ts';
import { joinArtefact } from '../../src/corpus/artefact/artefact_format.ts';
import { buildCorpus } from '../../src/corpus/build_corpus.ts';
import type { CorpusPage } from '../../src/corpus/corpus_page.ts';
import { openCorpus } from '../../src/corpus/open_corpus.ts';
import { rankAny, rankLike } from '../../src/query/match/rank_any.ts';
import type { RetrievalDocument, Retriever } from '../engine.ts';

const SETTINGS = {
  origin: 'https://bench.invalid',
  title: 'Bench',
  description: '',
  language: 'en',
  collections: [],
  tools: [],
  publicOrigin: null,
};

/** Builds Catchword's index over documents that are not Markdown, and searches it as the service does. */
export function createRetriever(documents: readonly RetrievalDocument[]): Retriever {
  const terms = new TermNumbers();
  const pages = documents.map((document, row) => asPage(document, row, terms));
  const artefact = buildCorpus({
    settings: SETTINGS,
    stamps: { commit: null, content: null },
    pages,
    tags: [],
    terms,
  });
  const corpus = openCorpus(joinArtefact(artefact));
  const ids = (found: readonly { readonly page: number }[]): string[] => found.map(({ page }) => documents[page]!.id);
  return {
    any: (text, limit) => ids(rankAny(corpus, text, limit)),
    like: (passage, limit) => ids(rankLike(corpus, passage, limit)),
  };
}

function asPage({ title, text }: RetrievalDocument, row: number, terms: TermNumbers): CorpusPage {
  const bytes = Buffer.from(text);
  return {
    // Paths of one length, so that their order is that of the documents.
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
    links: [],
    markdown: bytes,
    text: bytes,
    body: analyseField(text, SETTINGS.language, terms),
  };
}
