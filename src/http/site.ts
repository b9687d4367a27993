import type { Corpus } from '../corpus/corpus.ts';
import { createGrammar, type Grammar } from '../query/grammar.ts';

/** What handlers answer from: one opened corpus and what follows from it, worked out once. */
export interface Site {
  readonly corpus: Corpus;
  readonly grammar: Grammar;
  /** Opaque part that all validators begin with; null when a stamp is missing (specification 4.15.3). */
  readonly validator: string | null;
}

export function createSite(corpus: Corpus): Site {
  const { commit, content } = corpus.stamps;
  return {
    corpus,
    grammar: createGrammar(corpus.settings.collections.map((collection) => collection.name)),
    validator: commit === null || content === null ? null : `${commit.slice(0, 12)}.${content.slice(0, 12)}`,
  };
}
