import { isRefusal, type Refusal } from '../problems/refusal.ts';
import { readSearch } from '../query/ask/read_search.ts';
import { openFetchedCorpus } from './fetched_corpus.ts';
import { FetchedParts, type LoadPart } from './fetched_parts.ts';
import { createFetchedSearcher } from './fetched_searcher.ts';

/** A site's search from parts. */
export interface StaticSearch {
  /**
   * Answers as `GET /api/search` does.
   * @param query the raw query string, without its question mark
   * @returns UTF-8 JSON, the body of the server's answer to the byte; or why the search is refused
   */
  search(query: string, signal: AbortSignal): Promise<Uint8Array | Refusal>;
}

/**
 * Opens the search of a build. Reads its tables.
 * @param load reads a part of this build
 * @throws PartError when they cannot be had
 */
export async function openStaticSearch(build: string, load: LoadPart, signal: AbortSignal): Promise<StaticSearch> {
  const parts = new FetchedParts(build, load);
  await parts.open(signal);
  const corpus = openFetchedCorpus(parts);
  const answer = createFetchedSearcher(corpus, parts);
  const site = {
    collections: corpus.settings.collections.map(({ name }) => name),
    fields: corpus.fields.map(({ name }) => name),
  };
  return {
    async search(query, signal) {
      const plan = readSearch(query, site);
      return isRefusal(plan) ? plan : (await answer(plan, signal)).body;
    },
  };
}
