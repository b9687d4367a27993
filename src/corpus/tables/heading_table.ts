import type { NamedSection } from '../artefact/artefact_format.ts';
import { startsOf } from '../artefact/number_lists.ts';
import type { Sections } from '../artefact/sections.ts';
import { packStrings, StringList } from '../artefact/string_list.ts';
import type { HeadingTable } from '../corpus.ts';
import type { CorpusPage } from '../corpus_page.ts';
import { lazily } from '../lazily.ts';
import { RebakeCache } from '../rebake_cache.ts';

/** Packs the headings of all pages in one list: depth, first position of the section, and text and anchor as JSON. */
export function packHeadings(pages: readonly CorpusPage[], cache = new RebakeCache()): NamedSection[] {
  const written = pages.map(({ headings }) => cache.recall('headings', headings, [], () => headings.map(writeHeading)));
  return [
    ['headings.of-pages', startsOf(pages.map(({ headings }) => headings.length))],
    ['headings.depth', Uint8Array.from(pages.flatMap(({ headings }) => headings.map(({ depth }) => depth)))],
    ['headings.position', Uint32Array.from(pages.flatMap(({ sections }) => sections))],
    ...packStrings('headings.text', written.flat()),
  ];
}

/** @returns the JSON of `HeadingTable.text` */
export function writeHeading({ text, anchor }: Pick<CorpusPage['headings'][number], 'text' | 'anchor'>): string {
  return `${JSON.stringify(text)},"anchor":${JSON.stringify(anchor)}}`;
}

const ANCHOR = ',"anchor":';

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
    lengthAt: (heading, bytes, start) => lengthOfText(texts(), textStarts()[heading]!, bytes, start),
    written(heading) {
      const json = strings().get(heading);
      // Quotation marks inside strings are escaped, so this name cannot occur in one.
      const end = json.indexOf(ANCHOR);
      return { text: json.slice(0, end), anchor: json.slice(end + ANCHOR.length, -1) };
    },
    read: (heading) => JSON.parse(`{"text":${strings().get(heading)}`) as { text: string; anchor: string },
    at(page, position) {
      const ofPages = starts();
      const sections = positions();
      const first = ofPages[page]!;
      let low = first;
      let high = ofPages[page + 1]!;
      while (low < high) {
        const middle = (low + high) >>> 1;
        if (sections[middle]! <= position) low = middle + 1;
        else high = middle;
      }
      return low > first ? low - 1 : -1;
    },
  };
}

const QUOTE = 0x22;

/**
 * @param json holds a JSON string at `from`
 * @returns as `HeadingTable.lengthAt`
 */
export function lengthOfText(json: Uint8Array, from: number, bytes: Uint8Array, start: number): number {
  // Bytes of a text that has quotation marks or backslashes differ from its JSON.
  let length = 0;
  for (let at = from + 1; at < json.length && json[at] !== QUOTE; at++) {
    if (json[at] !== bytes[start + length]) return -1;
    length++;
  }
  return length;
}
