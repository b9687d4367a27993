import type { Retriever } from '../engine.ts';
import type { Collection } from './collection.ts';
import { ndcg, recall } from './metrics.ts';
import { countDocuments, TELLING_WORDS, tellingWords } from './telling_words.ts';
import { wordsOf } from './words.ts';

/** `any`: pages that hold any word of a query. `like`: pages similar to the text of a page, without the page itself. */
export type RetrievalForm = 'any' | 'like';

export interface Quality {
  /** nDCG@10, mean over the queries. */
  readonly ndcg: number;
  /** Recall@100, mean over the queries. */
  readonly recall: number;
}

const DEPTH = 100;
/** A query of a `like` collection is named after the page whose text it is: `like:guide.md`, `like-10`. */
const OWN_PAGE = /^like[-:]/;

/** Runs every query of a collection and scores the answers. */
export function measureRetrieval(collection: Collection, retriever: Retriever, form: RetrievalForm): Quality {
  const ask = form === 'any' ? retriever.any : (retriever.like ?? likeByWords(collection, retriever));
  let gained = 0;
  let recalled = 0;
  for (const { id, text, judgements } of collection.queries) {
    const own = form === 'like' ? id.replace(OWN_PAGE, '') : null;
    const ranked = ask(text, DEPTH + 1)
      .filter((document) => document !== own)
      .slice(0, DEPTH);
    gained += ndcg(ranked, judgements, 10);
    recalled += recall(ranked, judgements, DEPTH);
  }
  return { ndcg: gained / collection.queries.length, recall: recalled / collection.queries.length };
}

function likeByWords({ documents }: Collection, retriever: Retriever): Retriever['any'] {
  const counts = countDocuments(documents.map(({ title, text }) => `${title} ${text}`));
  return (passage, limit) => {
    const words = tellingWords(wordsOf(passage), counts, documents.length, TELLING_WORDS);
    return retriever.any(words.join(' '), limit);
  };
}
