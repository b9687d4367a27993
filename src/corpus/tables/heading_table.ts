import type { NamedSection } from '../artefact/artefact_format.ts';
import type { Sections } from '../artefact/sections.ts';
import { packStrings, StringList } from '../artefact/string_list.ts';
import type { HeadingTable } from '../corpus.ts';
import type { CorpusPage } from '../corpus_page.ts';
import { lazily } from '../lazily.ts';

/** Packs the headings of all pages in one list: depth, first position of the section, and text and anchor as JSON. */
export function packHeadings(pages: readonly CorpusPage[]): NamedSection[] {
  const starts = new Uint32Array(pages.length + 1);
  const depths: number[] = [];
  const positions: number[] = [];
  const texts: string[] = [];
  pages.forEach(({ headings, sections }, page) => {
    headings.forEach(({ depth, text, anchor }, i) => {
      depths.push(depth);
      positions.push(sections[i]!);
      texts.push(`${JSON.stringify(text)},"anchor":${JSON.stringify(anchor)}}`);
    });
    starts[page + 1] = depths.length;
  });
  return [
    ['headings.of-pages', starts],
    ['headings.depth', Uint8Array.from(depths)],
    ['headings.position', Uint32Array.from(positions)],
    ...packStrings('headings.text', texts),
  ];
}

/** Each part is read when it is first used. */
export function readHeadings(sections: Sections): HeadingTable {
  const starts = lazily(() => sections.numbers('headings.of-pages'));
  const depths = lazily(() => sections.bytes('headings.depth'));
  const positions = lazily(() => sections.numbers('headings.position'));
  const texts = lazily(() => sections.bytes('headings.text'));
  const textStarts = lazily(() => sections.numbers('headings.text.starts'));
  const strings = lazily(() => new StringList(sections, 'headings.text'));
  return {
    get starts() {
      return starts();
    },
    get depths() {
      return depths();
    },
    get positions() {
      return positions();
    },
    text: (heading) => texts().subarray(textStarts()[heading]!, textStarts()[heading + 1]!),
    read: (heading) => JSON.parse(`{"text":${strings().get(heading)}`) as { text: string; anchor: string },
    at(page, position) {
      const first = starts()[page]!;
      let low = first;
      let high = starts()[page + 1]!;
      while (low < high) {
        const middle = (low + high) >>> 1;
        if (positions()[middle]! <= position) low = middle + 1;
        else high = middle;
      }
      return low > first ? low - 1 : -1;
    },
  };
}
