import { createQueryAnalyser, type QueryAnalyser } from '../../corpus/analysis/analyse_query.ts';
import type { Corpus } from '../../corpus/corpus.ts';
import { Accumulator } from './disjunction.ts';
import { Matches } from './matches.ts';
import type { Postings } from './postings.ts';

/** A corpus with what its queries use again and again. One query at a time runs on it, to its end. */
export interface Engine {
  readonly corpus: Corpus;
  readonly analyser: QueryAnalyser;
  readonly matches: Matches;
  readonly accumulator: Accumulator;
  /** Pages of a collection, or that carry a tag, as postings that add nothing to a score. */
  collectionPostings(name: string): Postings;
  tagPostings(slug: string): Postings;
}

const engines = new WeakMap<Corpus, Engine>();

/** @returns the corpus's engine, made on its first query */
export function engineFor(corpus: Corpus): Engine {
  let engine = engines.get(corpus);
  if (engine === undefined) {
    engine = createEngine(corpus);
    engines.set(corpus, engine);
  }
  return engine;
}

/** Lets the next query on the corpus begin with a new engine: one that a fault has stopped halfway may hold sums. */
export function forgetEngine(corpus: Corpus): void {
  engines.delete(corpus);
}

function createEngine(corpus: Corpus): Engine {
  const { pages, settings, tags, analyser } = corpus;
  const noImpacts = new Uint8Array(pages.count);
  const unscored = (listed: Uint32Array): Postings => ({
    pages: listed,
    impacts: noImpacts,
    set: null,
    from: 0,
    to: listed.length,
    rarity: 0,
  });
  const ofCollections = new Map<string, Postings>();
  return {
    corpus,
    analyser: createQueryAnalyser(analyser.algorithms, settings.language),
    matches: new Matches(pages.count),
    accumulator: new Accumulator(pages.count),
    collectionPostings(name) {
      let postings = ofCollections.get(name);
      if (postings === undefined) {
        const number = 1 + settings.collections.findIndex((collection) => collection.name === name);
        const listed: number[] = [];
        pages.collection.forEach((collection, page) => {
          if (collection === number) listed.push(page);
        });
        postings = unscored(Uint32Array.from(listed));
        ofCollections.set(name, postings);
      }
      return postings;
    },
    tagPostings(slug) {
      const tag = tags.find(slug);
      return unscored(tag < 0 ? new Uint32Array(0) : tags.pages(tag));
    },
  };
}
