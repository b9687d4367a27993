import type { NamedSection, Sections } from '../artefact/artefact_format.ts';
import { ByteList, packBytes, StringList } from '../artefact/string_list.ts';
import type { HeadingTable } from '../corpus.ts';
import type { CorpusPage } from '../corpus_page.ts';

/** Packs the headings of all pages in one list: depth, first position of the section, and text and anchor as JSON. */
export function packHeadings(pages: readonly CorpusPage[]): NamedSection[] {
  const starts = new Uint32Array(pages.length + 1);
  const depths: number[] = [];
  const positions: number[] = [];
  const texts: Uint8Array[] = [];
  pages.forEach(({ headings, sections }, page) => {
    headings.forEach(({ depth, text, anchor }, i) => {
      depths.push(depth);
      positions.push(sections[i]!);
      texts.push(Buffer.from(`${JSON.stringify(text)},"anchor":${JSON.stringify(anchor)}}`));
    });
    starts[page + 1] = depths.length;
  });
  return [
    ['headings.of-pages', starts],
    ['headings.depth', Uint8Array.from(depths)],
    ['headings.position', Uint32Array.from(positions)],
    ...packBytes('headings.text', texts),
  ];
}

export function readHeadings(sections: Sections): HeadingTable {
  const starts = sections.numbers('headings.of-pages');
  const depths = sections.bytes('headings.depth');
  const positions = sections.numbers('headings.position');
  const texts = new ByteList(sections, 'headings.text');
  const strings = new StringList(sections, 'headings.text');
  return {
    starts,
    depths,
    positions,
    text: (heading) => texts.get(heading),
    read: (heading) => JSON.parse(`{"text":${strings.get(heading)}`) as { text: string; anchor: string },
    at(page, position) {
      let low = starts[page]!;
      let high = starts[page + 1]!;
      while (low < high) {
        const middle = (low + high) >>> 1;
        if (positions[middle]! <= position) low = middle + 1;
        else high = middle;
      }
      return low > starts[page]! ? low - 1 : -1;
    },
  };
}
