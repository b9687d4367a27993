import { firstWhere } from '../corpus/artefact/number_lists.ts';
import { compareBytes, StringList } from '../corpus/artefact/string_list.ts';
import { rarity } from '../corpus/index/ranking.ts';
import type { TextIndex } from '../corpus/index/text_index.ts';
import { type CodeNames, MOST_BEGINNINGS, readCodeNames } from '../corpus/words/code_names.ts';
import { FIRST_LETTER, type WalkOptions, type WordRange, walkWords } from '../corpus/words/walk_words.ts';
import { readWords, type WordList } from '../corpus/words/word_list.ts';
import { swapFirst } from '../query/match/spellings/near_words.ts';
import type { FetchedParts } from './fetched_parts.ts';
import { CODE_CUTS, cutsSection, firstsSection, INITIALS, partName, SPACE_CUTS, TERM_CUTS } from './part_format.ts';

/** The words and terms of a site, of which a search fetches those around what is typed. */
export interface FetchedDictionary {
  readonly vocabulary: TextIndex['vocabulary'];
  readonly words: WordList;
  readonly codeNames: CodeNames;
  /** Terms whose lists came with names in code. */
  readonly listed: ReadonlySet<number>;
  /** Says that a term is read of which only the number is known. @returns false when it is not there */
  needsTerm(term: number): boolean;
}

/** @param pages number of the site's pages */
export function openFetchedDictionary(parts: FetchedParts, pages: number): FetchedDictionary {
  const listed = new Set<number>();
  const words = openWords(parts, pages);
  const postings = parts.numbers('text.all.starts');
  const rarities = parts.numbers('terms.rarity');
  const addRarities = (from: number, to: number): void => {
    for (let term = from; term < to - 1; term++) rarities[term] = rarity(pages, postings[term + 1]! - postings[term]!);
  };
  if (parts.isThere(partName('dictionary', 0))) addRarities(0, postings.length);
  else {
    fillGaps(parts, 'space.terms', SPACE_CUTS, TERM_CUTS);
    fillGaps(parts, 'code.words', CODE_CUTS, cutsSection('dictionary'));
    parts.whenPlaced('text.all.starts', addRarities);
  }
  return {
    vocabulary: openVocabulary(parts),
    words,
    codeNames: openCodeNames(parts, words, listed),
    listed,
    needsTerm: (term) => parts.needs(partName('dictionary', parts.placeIn(TERM_CUTS, term))),
  };
}

/**
 * Lets a sorted list be searched of which parts are missing: numbers that are not there are at least those of the parts before and less
 * than those of the parts behind, as if each were the first of its part.
 */
function fillGaps(parts: FetchedParts, section: string, cuts: string, firsts: string): void {
  const numbers = parts.numbers(section);
  const [starts, values] = [parts.numbers(cuts), parts.numbers(firsts)];
  starts.forEach((start, part) => {
    numbers.fill(values[part]!, start, starts[part + 1] ?? numbers.length);
  });
}

function openVocabulary(parts: FetchedParts): TextIndex['vocabulary'] {
  const terms = new StringList(parts, 'terms');
  const firsts = new StringList(parts, firstsSection('terms'));
  const cuts = parts.numbers(TERM_CUTS);
  return {
    count: terms.count,
    term: (number) => terms.get(number),
    // Terms are sorted by UTF-16.
    find(term) {
      const place = Math.max(0, firstWhere(0, firsts.count, (part) => firsts.get(part) > term) - 1);
      if (!parts.needs(partName('dictionary', place))) return -1;
      const number = firstWhere(cuts[place]!, cuts[place + 1] ?? terms.count, (at) => terms.get(at) >= term);
      return number < terms.count && terms.equals(number, term) ? number : -1;
    },
  };
}

/** The parts of a kind that may have a string, or when `open` strings that begin with it, as `[from, to)`. */
function partsWith({ bytes, starts, count }: StringList, text: string, open: boolean): readonly [number, number] {
  const key = Buffer.from(text);
  const isBeyond = (part: number, length: number) =>
    compareBytes(bytes, starts[part]!, Math.min(starts[part + 1]!, starts[part]! + length), key) > 0;
  const from = Math.max(0, firstWhere(0, count, (part) => isBeyond(part, Number.POSITIVE_INFINITY)) - 1);
  return [from, open ? firstWhere(Math.min(from + 1, count), count, (part) => isBeyond(part, key.length)) : from + 1];
}

function openWords(parts: FetchedParts, pages: number): WordList {
  const strings = new StringList(parts, 'words');
  const firsts = new StringList(parts, firstsSection('dictionary'));
  const cuts = parts.numbers(cutsSection('dictionary'));
  const within = (text: string, open: boolean): readonly [number, number] => {
    const [from, to] = partsWith(firsts, text, open);
    return parts.needsAll('dictionary', from, to) ? [cuts[from]!, cuts[to] ?? strings.count] : NOWHERE;
  };
  const words = readWords(parts, pages, within);
  const prefixes = new StringList(parts, 'words.prefixes');
  const tails = openTails(parts);
  const near = (typed: string, options: WalkOptions): readonly WordRange[] => {
    const rangeOf = (text: string): readonly [number, number] => {
      if (options.prefix) return words.withPrefix(text);
      const word = words.find(text);
      return word < 0 ? NOWHERE : [word, word + 1];
    };
    const [first] = typed;
    // Beside words with one edit, the one with swapped letters is looked up.
    const others = options.most < FIRST_LETTER ? [swapFirst(typed)] : tails.othersNear(typed, options.prefix);
    return walkRanges(strings, typed, options, [words.withPrefix(first!), ...Array.from(others, rangeOf)]);
  };
  return Object.create(words, {
    pagesOfPrefix: {
      value(prefix: string) {
        const number = prefixes.search(prefix);
        if (number < 0) return null;
        parts.require(parts.partOf('prefixes', number));
        return words.pagesOfPrefix(prefix);
      },
    },
    near: { value: near },
    prefetch: {
      value(typed: readonly string[], options: WalkOptions | null) {
        for (const word of typed) options === null ? words.find(word) : near(word, options);
      },
    },
  }) as WordList;
}

const NOWHERE = [0, 0] as const;

/** Walks ranges of words, of which one may be within another. */
function walkRanges(
  strings: StringList,
  typed: string,
  options: WalkOptions,
  ranges: readonly (readonly [number, number])[],
): readonly WordRange[] {
  let end = 0;
  return ranges
    .toSorted(([a, to], [b, other]) => a - b || other - to)
    .flatMap(([from, to]) => {
      if (to <= end) return [];
      end = to;
      return walkWords(strings, typed, options, from, to).ranges;
    });
}

/** Finds words by what follows their first letter. */
function openTails(parts: FetchedParts) {
  const strings = new StringList(parts, 'tails');
  const firsts = new StringList(parts, firstsSection('tails'));
  const cuts = parts.numbers(cutsSection('tails'));
  /** The letters before a text, in words that go on behind it when `open`. */
  const lettersBefore = (text: string, open: boolean): Set<string> => {
    // What follows a tail is less than any letter.
    const key = open ? text : `${text}\n`;
    const [from, to] = partsWith(firsts, key, true);
    const letters = new Set<string>();
    if (!parts.needsAll('tails', from, to)) return letters;
    const wanted = Buffer.from(key);
    const [first, end] = [cuts[from] ?? 0, cuts[to] ?? strings.count];
    const { bytes, starts } = strings;
    const at = firstWhere(first, end, (tail) => compareBytes(bytes, starts[tail]!, starts[tail + 1]!, wanted) >= 0);
    for (let tail = at; tail < end; tail++) {
      const written = strings.get(tail);
      if (!written.startsWith(key)) break;
      letters.add(written.slice(written.indexOf('\n') + 1));
    }
    return letters;
  };
  return {
    /** Beginnings of words with another first letter that are two edits from what is typed. */
    othersNear(typed: string, open: boolean): ReadonlySet<string> {
      const [first] = typed as Iterable<string> as [string];
      const rest = typed.slice(first.length);
      const near = new Set<string>([rest, swapFirst(typed)]);
      for (const text of [rest, typed]) for (const letter of lettersBefore(text, open)) near.add(letter + text);
      for (const text of near) if (text.startsWith(first)) near.delete(text);
      return near;
    },
  };
}

/** @param listed receives the terms of the names that were found, whose lists came with them */
function openCodeNames(parts: FetchedParts, { terms, termStarts }: WordList, listed: Set<number>): CodeNames {
  const keys = new StringList(parts, 'code.parts');
  const firsts = new StringList(parts, firstsSection('code'));
  const cuts = parts.numbers(cutsSection('code'));
  /** Where keys are of which `placesOf` reads at most `MOST_BEGINNINGS`. */
  const within = (text: string, open: boolean): readonly [number, number] => {
    const [from, to] = partsWith(firsts, text, open);
    // In parts behind the first, all keys begin with the text, but some of the last one's.
    let end = Math.min(from + 1, firsts.count);
    while (end < Math.min(to, firsts.count) && (cuts[end] ?? keys.count) - (cuts[from + 1] ?? 0) < MOST_BEGINNINGS)
      end++;
    return parts.needsAll('code', from, end) ? [cuts[from] ?? 0, cuts[end] ?? keys.count] : NOWHERE;
  };
  const names = readCodeNames(parts, within);
  return {
    endsOf: (word) => (parts.needs(parts.partOf('dictionary', word)) ? names.endsOf(word) : null),
    withPart(term, open) {
      // Without the lists every word seems to be on no page, and is looked for in names.
      parts.requireAll('code');
      const found = names.withPart(term, open);
      for (const word of found) for (let i = termStarts[word]!; i < termStarts[word + 1]!; i++) listed.add(terms[i]!);
      return found;
    },
    withInitials(initials, open) {
      parts.requireAll();
      parts.require(INITIALS);
      const found = names.withInitials(initials, open);
      for (const word of found) parts.needs(parts.partOf('dictionary', word));
      parts.requireAll();
      return found;
    },
  };
}
