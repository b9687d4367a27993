import type { Retriever } from '../engine.ts';
import type { Address } from '../served/ask_service.ts';
import type { Collection } from './collection.ts';
import { countDocuments, DISTINCTIVE_WORDS, distinctiveWords } from './distinctive_words.ts';
import { ndcg, recall } from './metrics.ts';
import { wordsOf } from './words.ts';

/**
 * `any`: pages that hold any word of a query. `like`: pages similar to the text of a page, without the page itself. An address: pages that
 * the service answers with there.
 */
export type RetrievalForm = 'any' | 'like' | Address;

export interface Quality {
  /** nDCG@10, mean over the queries. */
  readonly ndcg: number;
  /** Recall@100, mean over the queries. */
  readonly recall: number;
  /** Queries that the service refused; they count as found nothing. */
  readonly refused: number;
}

const DEPTH = 100;
/** A query of a `like` collection is named after the page whose text it is: `like:guide.md`, `like-10`. */
const OWN_PAGE = /^like[-:]/;

/** Runs every query of a collection and scores the answers. @returns null for an address of a service, of an engine that has none */
export async function measureRetrieval(
  collection: Collection,
  retriever: Retriever,
  form: RetrievalForm,
): Promise<Quality | null> {
  const ask = askerOf(collection, retriever, form);
  if (ask === null) return null;
  let gained = 0;
  let recalled = 0;
  let refused = 0;
  for (const { id, text, judgements } of collection.queries) {
    const own = form === 'like' ? id.replace(OWN_PAGE, '') : null;
    const found = await ask(text);
    if (found === null) refused++;
    const ranked = (found ?? []).filter((document) => document !== own).slice(0, DEPTH);
    gained += ndcg(ranked, judgements, 10);
    recalled += recall(ranked, judgements, DEPTH);
  }
  const { length } = collection.queries;
  return { ndcg: gained / length, recall: recalled / length, refused };
}

type Asker = (text: string) => readonly string[] | Promise<readonly string[] | null>;

function askerOf(collection: Collection, retriever: Retriever, form: RetrievalForm): Asker | null {
  if (form === 'any') return (text) => retriever.any(text, DEPTH + 1);
  if (form === 'like') {
    const like = retriever.like ?? likeByWords(collection, retriever);
    return (text) => like(text, DEPTH + 1);
  }
  const { served } = retriever;
  return served === undefined ? null : (text) => served(form, text, DEPTH);
}

function likeByWords({ documents }: Collection, retriever: Retriever): Retriever['any'] {
  const counts = countDocuments(documents.map(({ title, text }) => `${title} ${text}`));
  return (passage, limit) => {
    const words = distinctiveWords(wordsOf(passage), counts, documents.length, DISTINCTIVE_WORDS);
    return retriever.any(words.join(' '), limit);
  };
}
