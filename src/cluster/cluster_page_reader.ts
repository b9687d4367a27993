import type { CacheBudget } from '../cache/cache_budget.ts';
import type { PageReader } from '../engine/page_reader.ts';
import { type PageNames, publicName } from '../engine/public_name.ts';
import { JsonWriter } from '../query/show/json_writer.ts';
import { writeWholePage } from '../query/show/write_page.ts';
import type { BuildAsker, Hit } from './fetch/ask_build.ts';
import type { Dsl } from './fetch/dsl.ts';
import { BY_PAGE, findPaths } from './fetch/find_pages.ts';
import { gather } from './fetch/gather.ts';
import { subjectKeys } from './index/page_document.ts';

/** Members of the document of a page. */
type Source = NonNullable<Hit['_source']>;

/** Maximum number of documents in a search whose hits include rows. */
const MOST_ROWS = 1_000;

const NEVER = new AbortController().signal;

/** Maximum number of pages in a request for rows, and for Markdown: a page may have megabytes. */
const MOST_AT_ONCE = 32;

/** Reads pages from a cluster. Reads that are made in one go are one request. */
export function createClusterPageReader(asker: BuildAsker, budget: CacheBudget): PageReader {
  const subjects = budget.createCache<string | null>('subjects');
  const reader = (members: readonly string[], textOf: (source: Source) => string) =>
    gather(MOST_AT_ONCE, async (pages: readonly number[]) => {
      const sources = await asker.sources(pages, members, NEVER);
      return sources.map((source) => Buffer.from(textOf(source)));
    });
  const row = reader(['shown.row'], ({ shown }) => shown!.row);
  return {
    find: gather(MOST_AT_ONCE, (paths: readonly string[]) => findPaths(asker, paths, NEVER)),
    async listFrom(from, count) {
      const query = from === '' ? { match_all: {} } : { range: { path: { gte: from } } };
      const { hits } = await asker.search({ query, size: Math.min(count, 10_000), sort: BY_PAGE }, NEVER);
      return hits.map(({ sort }) => sort[0]!);
    },
    async path(page) {
      return (JSON.parse(`${await row(page)}}`) as PageNames).path;
    },
    row,
    markdown: reader(['markdown'], ({ markdown }) => markdown!),
    source: reader(['markdown', 'source'], ({ markdown, source }) => (source === '' ? markdown! : source!)),
    async wholePage(page) {
      const [{ shown, out } = {}] = await asker.sources([page], ['shown.row', 'shown.headings', 'out'], NEVER);
      const [outgoing, incoming] = await Promise.all([referencesTo(asker, out!), referencesFrom(asker, page)]);
      const { row: info, headings } = shown!;
      return writeWholePage(new JsonWriter(), { row: Buffer.from(info), outgoing, incoming, headings });
    },
    async pathNamed(name) {
      const key = publicName(name);
      const known = subjects.get(key);
      if (known !== undefined) return known;
      const path = await findSubject(asker, key);
      subjects.set(key, path, 2 * (path?.length ?? 0));
      return path;
    },
  };
}

/** The path of the page that a name stands for, or null. */
async function findSubject(asker: BuildAsker, name: string): Promise<string | null> {
  const queries = subjectKeys(name).map((key, precedence) => ({
    constant_score: { filter: { term: { subjects: key } }, boost: 3 - precedence },
  }));
  const { hits } = await asker.search(
    {
      query: { dis_max: { queries } },
      size: 1,
      sort: [{ _score: 'desc' }, ...BY_PAGE],
      docvalue_fields: ['path'],
    },
    NEVER,
  );
  return (hits[0]?.fields?.path?.[0] as string | undefined) ?? null;
}

/** Members of the documents of all pages that match, by page number. */
export async function* allSources(
  asker: BuildAsker,
  query: Dsl,
  members: readonly string[],
  most = Number.POSITIVE_INFINITY,
): AsyncGenerator<Source> {
  let after: readonly number[] | null = null;
  for (let left = most; left > 0; ) {
    const size = Math.min(MOST_ROWS, left);
    const from: Dsl = after === null ? {} : { search_after: after };
    const body = {
      query: { bool: { filter: [query] } },
      size,
      sort: BY_PAGE,
      _source: members,
    };
    const { hits } = await asker.search({ ...body, ...from }, NEVER);
    for (const { _source } of hits) yield _source!;
    if (hits.length < size) return;
    left -= size;
    after = hits.at(-1)!.sort;
  }
}

/** @returns the references of pages, in the order given */
async function referencesTo(asker: BuildAsker, pages: readonly number[]): Promise<string[]> {
  const references = new Map<number, string>();
  const query = { terms: { page: pages } };
  if (pages.length > 0) {
    const ascending = pages.toSorted((a, b) => a - b);
    let at = 0;
    for await (const { shown } of allSources(asker, query, ['shown.reference']))
      references.set(ascending[at++]!, shown!.reference);
  }
  return pages.map((page) => references.get(page)!);
}

/** @returns the references of the pages that link to a page, ascending */
async function referencesFrom(asker: BuildAsker, page: number): Promise<string[]> {
  const references: string[] = [];
  for await (const { shown } of allSources(asker, { term: { out: page } }, ['shown.reference']))
    references.push(shown!.reference);
  return references;
}
