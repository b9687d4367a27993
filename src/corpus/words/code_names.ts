import { firstWhere, readNumberLists } from '../artefact/number_lists.ts';
import type { SectionReader } from '../artefact/sections.ts';
import { compareBytes, StringList } from '../artefact/string_list.ts';
import { lazily } from '../lazily.ts';
import type { Within } from './word_list.ts';

/** Least letters of a part that finds names, and least parts of a name that its initials find. */
export const LEAST_PART = 2;
export const LEAST_INITIALS = 3;
/** Most names of a part and of initials. */
export const MOST_OF_PART = 64;
export const MOST_OF_INITIALS = 8;

/** The words that pages write as names in code (`getServerSideProps`), with the parts that capital letters tell apart. */
export interface CodeNames {
  /** @param word as in `WordList`; @returns where its parts end, but for the last, or null when it is no name */
  endsOf(word: number): Uint8Array | null;
  /**
   * @param term that a stemmer of the site makes of a part; @param open whether it may go on
   * @returns words with such a part, those that most pages have first
   */
  withPart(term: string, open: boolean): readonly number[];
  /** @returns words with these initials, likewise */
  withInitials(initials: string, open: boolean): readonly number[];
}

/** Most parts or initials that begin with what is typed and are looked at. */
export const MOST_BEGINNINGS = 16;

/** Opens the names. They are read when one of them is first used. @param within where parts of names can be; absent: anywhere */
export function readCodeNames(sections: SectionReader, within?: Within): CodeNames {
  const words = lazily(() => sections.numbers('code.words'));
  const ends = lazily(() => ({ bytes: sections.bytes('code.ends'), starts: sections.numbers('code.ends.starts') }));
  const find = (name: string, most: number, range?: Within) => {
    const keys = lazily(() => new StringList(sections, name));
    const lists = lazily(() => readNumberLists(sections, `${name}.names`));
    return (key: string, open: boolean): readonly number[] => {
      const found = new Set<number>();
      for (const place of placesOf(keys(), key, open, range?.(key, open))) {
        for (const number of lists().get(place)) if (found.size < most) found.add(words()[number]!);
      }
      return [...found];
    };
  };
  return {
    endsOf(word) {
      const known = words();
      const number = firstWhere(0, known.length, (at) => known[at]! >= word);
      if (known[number] !== word) return null;
      const { bytes, starts } = ends();
      return bytes.subarray(starts[number]!, starts[number + 1]!);
    },
    withPart: find('code.parts', MOST_OF_PART, within),
    withInitials: find('code.initials', MOST_OF_INITIALS),
  };
}

/** The place of a key in `[first, end)` of a sorted list, and those of strings that begin with it when it is open. */
function* placesOf(
  { bytes, starts, count }: StringList,
  key: string,
  open: boolean,
  [first, end]: readonly [number, number] = [0, count],
): Generator<number> {
  const wanted = Buffer.from(key);
  const from = firstWhere(first, end, (at) => compareBytes(bytes, starts[at]!, starts[at + 1]!, wanted) >= 0);
  for (let at = from; at < end && at - from < MOST_BEGINNINGS; at++) {
    const stop = open ? Math.min(starts[at]! + wanted.length, starts[at + 1]!) : starts[at + 1]!;
    if (compareBytes(bytes, starts[at]!, stop, wanted) !== 0) return;
    yield at;
  }
}
