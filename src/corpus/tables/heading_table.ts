import type { NamedSection } from '../artefact/artefact_format.ts';
import { firstWhere, joinLists, startsOf } from '../artefact/number_lists.ts';
import type { SectionReader } from '../artefact/sections.ts';
import { StringList } from '../artefact/string_list.ts';
import type { HeadingTable } from '../corpus.ts';
import type { CorpusPage } from '../corpus_page.ts';
import { lazily, withLazy } from '../lazily.ts';
import { RebakeCache } from '../rebake_cache.ts';

/** Packs the headings of all pages in one list: depth, first position of the section, and text and anchor as JSON. */
export function packHeadings(pages: readonly CorpusPage[], cache = new RebakeCache()): NamedSection[] {
  const packed = pages.map(({ headings }) =>
    cache.recall('headings', headings, [], () => {
      const texts = headings.map((heading) => Buffer.from(writeHeading(heading)));
      return {
        text: Buffer.concat(texts),
        lengths: texts.map(({ length }) => length),
        depths: headings.map(({ depth }) => depth),
      };
    }),
  );
  return [
    ['headings.of-pages', startsOf(pages.map(({ headings }) => headings.length))],
    ['headings.depth', new Uint8Array(joinLists(packed.map(({ depths }) => depths)))],
    ['headings.position', joinLists(pages.map(({ headings, sections }) => headings.map((_, i) => sections[i]!)))],
    ['headings.text', Buffer.concat(packed.map(({ text }) => text))],
    ['headings.text.starts', startsOf(joinLists(packed.map(({ lengths }) => lengths)))],
  ];
}

/** @returns the JSON of `HeadingTable.text` */
export function writeHeading({ text, anchor }: Pick<CorpusPage['headings'][number], 'text' | 'anchor'>): string {
  return `${JSON.stringify(text)},"anchor":${JSON.stringify(anchor)}}`;
}

const ANCHOR = ',"anchor":';

/** Each part is read when it is first used. */
export function readHeadings(sections: Pick<SectionReader, 'bytes' | 'numbers'>): HeadingTable {
  const texts = lazily(() => sections.bytes('headings.text'));
  const textStarts = lazily(() => sections.numbers('headings.text.starts'));
  const strings = lazily(() => new StringList(sections, 'headings.text'));
  const table: HeadingTable = withLazy(
    {
      text: (heading: number) => texts().subarray(textStarts()[heading]!, textStarts()[heading + 1]!),
      lengthAt: (heading: number, bytes: Uint8Array, start: number) =>
        lengthOfText(texts(), textStarts()[heading]!, bytes, start),
      written(heading: number) {
        const json = strings().get(heading);
        // Quotation marks inside strings are escaped, so this name cannot occur in one.
        const end = json.indexOf(ANCHOR);
        return { text: json.slice(0, end), anchor: json.slice(end + ANCHOR.length, -1) };
      },
      read: (heading: number) => JSON.parse(`{"text":${strings().get(heading)}`) as { text: string; anchor: string },
      at(page: number, position: number) {
        const { starts, positions } = table;
        const first = starts[page]!;
        const next = firstWhere(first, starts[page + 1]!, (heading) => positions[heading]! > position);
        return next > first ? next - 1 : -1;
      },
    },
    {
      starts: () => sections.numbers('headings.of-pages'),
      depths: () => sections.bytes('headings.depth'),
      positions: () => sections.numbers('headings.position'),
    },
  );
  return table;
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
