import type { Corpus } from '../corpus/corpus.ts';
import { JsonWriter } from '../query/show/json_writer.ts';
import { writePage } from '../query/show/write_page.ts';
import type { PageNames, PageReader } from './page_reader.ts';

/** Reads pages from an open artefact, synchronously. Row and Markdown are views into the artefact's memory. */
export function createEmbeddedPageReader(corpus: Corpus): PageReader {
  const { pages } = corpus;
  const writer = new JsonWriter();
  return {
    find: (path) => pages.find(path),
    row: (page) => pages.row(page),
    markdown: (page) => pages.markdown(page),
    wholePage: (page) => writePage(writer, corpus, page),
    *names() {
      const decoder = new TextDecoder();
      for (let page = 0; page < pages.count; page++) {
        const row = JSON.parse(`${decoder.decode(pages.row(page))}}`) as Omit<PageNames, 'path'>;
        yield { path: pages.path(page), canonical: row.canonical, aliases: row.aliases };
      }
    },
  };
}
