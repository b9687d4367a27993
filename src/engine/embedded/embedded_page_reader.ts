import { firstWhere } from '../../corpus/artefact/number_lists.ts';
import type { Corpus, PageTable } from '../../corpus/corpus.ts';
import { JsonWriter } from '../../query/show/json_writer.ts';
import { writePage } from '../../query/show/write_page.ts';
import { byCodePoint } from '../../text/by_code_point.ts';
import type { PageReader } from '../page_reader.ts';
import { type PageNames, pathsByName, publicName } from '../public_name.ts';

/** Reads pages from an open artefact, synchronously. Row and Markdown are views into the artefact's memory. */
export function createEmbeddedPageReader(corpus: Corpus): PageReader {
  const { pages } = corpus;
  const writer = new JsonWriter();
  let paths: ReadonlyMap<string, string> | null = null;
  return {
    find: (path) => pages.find(path),
    listFrom(from, count) {
      const first = firstAtOrAfter(pages, from);
      return Array.from({ length: Math.min(count, pages.count - first) }, (_, i) => first + i);
    },
    path: (page) => pages.path(page),
    row: (page) => pages.row(page),
    markdown: (page) => pages.markdown(page),
    source: (page) => pages.source(page),
    wholePage: (page) => writePage(writer, corpus, page),
    pathNamed(name) {
      // Reads every page, so only once it is needed.
      paths ??= pathsByName(allNames(pages));
      return paths.get(publicName(name)) ?? null;
    },
  };
}

function* allNames(pages: PageTable): Iterable<PageNames> {
  const decoder = new TextDecoder();
  for (let page = 0; page < pages.count; page++) {
    const row = JSON.parse(`${decoder.decode(pages.row(page))}}`) as Omit<PageNames, 'path'>;
    yield { path: pages.path(page), canonical: row.canonical, aliases: row.aliases };
  }
}

/** @returns the number of the first page whose path is not before this one, or the number of pages. Pages are numbered by path. */
function firstAtOrAfter(pages: PageTable, path: string): number {
  return firstWhere(0, pages.count, (page) => byCodePoint(pages.path(page), path) >= 0);
}
