import type { NamedSection } from '../artefact/artefact_format.ts';
import type { Sections } from '../artefact/sections.ts';
import { StringList } from '../artefact/string_list.ts';
import type { HeadingTable } from '../corpus.ts';
import type { CorpusPage } from '../corpus_page.ts';
import { lazily } from '../lazily.ts';

/** The packed headings of one page. */
interface PackedHeadings {
  readonly of: readonly unknown[];
  readonly depths: Uint8Array;
  readonly positions: Uint32Array;
  readonly texts: Uint8Array;
  readonly lengths: Uint32Array;
}

/** Packed headings by the page's list of headings. */
export type HeadingRebakeCache = WeakMap<readonly unknown[], PackedHeadings>;

/**
 * Packs the headings of all pages in one list: depth, first position of the section, and text and anchor as JSON.
 * @param cache of the pages before; is updated
 */
export function packHeadings(pages: readonly CorpusPage[], cache: HeadingRebakeCache = new WeakMap()): NamedSection[] {
  const ofPages = pages.map(({ headings, sections }) => {
    const known = cache.get(headings);
    if (known?.of === sections) return known;
    const packed = packPage(headings, sections);
    cache.set(headings, packed);
    return packed;
  });
  const starts = new Uint32Array(pages.length + 1);
  ofPages.forEach(({ depths }, page) => {
    starts[page + 1] = starts[page]! + depths.length;
  });
  const count = starts.at(-1)!;
  const depths = new Uint8Array(count);
  const positions = new Uint32Array(count);
  const textStarts = new Uint32Array(count + 1);
  const texts = Buffer.allocUnsafeSlow(ofPages.reduce((sum, packed) => sum + packed.texts.length, 0));
  let end = 0;
  let heading = 0;
  for (const packed of ofPages) {
    if (packed.depths.length === 0) continue;
    texts.set(packed.texts, end);
    // Most pages have few headings, for which a loop is faster than `set`.
    for (let i = 0; i < packed.depths.length; i++) {
      depths[heading] = packed.depths[i]!;
      positions[heading] = packed.positions[i]!;
      end += packed.lengths[i]!;
      textStarts[++heading] = end;
    }
  }
  return [
    ['headings.of-pages', starts],
    ['headings.depth', depths],
    ['headings.position', positions],
    ['headings.text', texts],
    ['headings.text.starts', textStarts],
  ];
}

function packPage(headings: CorpusPage['headings'], sections: CorpusPage['sections']): PackedHeadings {
  const texts = headings.map(writeHeading);
  return {
    of: sections,
    depths: Uint8Array.from(headings, ({ depth }) => depth),
    positions: Uint32Array.from(headings, (_, i) => sections[i]!),
    texts: Buffer.from(texts.join('')),
    lengths: Uint32Array.from(texts, (text) => Buffer.byteLength(text)),
  };
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
