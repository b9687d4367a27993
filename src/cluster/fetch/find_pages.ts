import { hashesOf, MOST_NAMESAKES, type NamedPage } from '../../corpus/index/name_index.ts';
import { nameHash } from '../index/page_document.ts';
import { type FoundWords, PAGE_WORDS_SCRIPT, readFoundWords } from '../index/page_words.ts';
import type { BuildAsker } from './ask_build.ts';

export const BY_PAGE = [{ page: 'asc' }] as const;

/** The numbers of the pages at paths, or -1. */
export async function findPaths(asker: BuildAsker, paths: readonly string[], signal: AbortSignal): Promise<number[]> {
  const { hits } = await asker.search(
    {
      query: { terms: { path: [...new Set(paths)] } },
      ...{ size: paths.length, sort: BY_PAGE, docvalue_fields: ['path'] },
    },
    signal,
  );
  const pages = new Map(hits.map(({ fields, sort }) => [fields!.path![0] as string, sort[0]!]));
  return paths.map((path) => pages.get(path) ?? -1);
}

/** The pages that have a name, as `NameIndex.find` gives them. */
export async function findNamed(asker: BuildAsker, name: string, signal: AbortSignal): Promise<NamedPage[]> {
  const hash = nameHash(...hashesOf(name));
  const { hits } = await asker.search(
    {
      query: { bool: { filter: [{ terms: { names: [`${hash}t`, `${hash}s`] } }] } },
      ...{ size: MOST_NAMESAKES, sort: BY_PAGE, docvalue_fields: ['names'] },
    },
    signal,
  );
  return hits.map(({ sort, fields }) => ({ page: sort[0]!, titled: fields?.names?.includes(`${hash}t`) ?? false }));
}

/** The facts of pages and their entries for terms. @param pages, terms ascending @returns by page, ascending */
export async function fetchWords(
  asker: BuildAsker,
  pages: readonly number[],
  terms: readonly number[],
  signal: AbortSignal,
): Promise<ReadonlyMap<number, FoundWords>> {
  const { hits } = await asker.search(
    {
      query: { bool: { filter: [{ terms: { page: pages } }] } },
      ...{ size: pages.length, sort: BY_PAGE },
      script_fields: { words: { script: { lang: 'painless', source: PAGE_WORDS_SCRIPT, params: { terms } } } },
    },
    signal,
  );
  return new Map(hits.map(({ sort, fields }) => [sort[0]!, readFoundWords(fields!.words![0] as string)]));
}
