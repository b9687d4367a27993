import { firstWhere } from '../corpus/artefact/number_lists.ts';
import type { Sections } from '../corpus/artefact/sections.ts';
import { packStrings } from '../corpus/artefact/string_list.ts';
import type { Corpus } from '../corpus/corpus.ts';
import { countLetters, TWO_EDITS } from '../query/match/spellings/near_words.ts';
import { byCodePoint } from '../text/by_code_point.ts';
import { partName, type Ranges, rangesOf } from './part_format.ts';
import { cutBy, type PackedPart, PartWriter } from './part_writer.ts';
import { pick, type Strings, stringsOf } from './string_coding.ts';

/** Words and terms in a part of the dictionary, and tails in a part of them. */
const DICTIONARY_PART = 1000;
const TAILS_PART = 1000;

/** The first of each part. */
interface DictionaryCuts {
  readonly words: number[];
  readonly terms: number[];
  /** The first of the terms with vectors, and of the names in code. */
  readonly space: number[];
  readonly code: number[];
}

/** Writes the words and terms in the order of the alphabet, so that a word and its term are mostly in the same part. */
export function* packDictionary(
  corpus: Corpus,
  sections: Sections,
  entries: EntryWriter,
  build: string,
): Generator<PartWriter, DictionaryCuts> {
  const ofSpace = sections.numbers('space.terms');
  const names = sections.numbers('code.words');
  const ends = sections.numbers('code.ends.starts');
  const { words, terms } = cutTogether(corpus);
  const space = terms.map((term) => firstWhere(0, ofSpace.length, (at) => ofSpace[at]! >= term));
  const code = words.map((word) => firstWhere(0, names.length, (at) => names[at]! >= word));
  for (const number of words.keys()) {
    const rangeIn = (cuts: readonly number[], end: number) => [cuts[number]!, cuts[number + 1] ?? end] as const;
    const part = new PartWriter(build, partName('dictionary', number));
    entries.add(part, [rangeIn(words, corpus.words.count)], [rangeIn(terms, corpus.text.vocabulary.count)]);
    part.numbers('space.terms', ofSpace, ...rangeIn(space, ofSpace.length));
    const [from, to] = rangeIn(code, names.length);
    part.numbers('code.words', names, from, to);
    part.numbers('code.ends.starts', ends, from, to + 1);
    part.bytes('code.ends', sections.bytes('code.ends'), ends[from]!, ends[to]!);
    yield part;
  }
  return { words, terms, space, code };
}

/** Writes words, and what a search reads of their terms. */
export class EntryWriter {
  readonly #corpus: Corpus;
  readonly #words: Strings;
  readonly #terms: Strings;
  readonly #inTitles: Uint32Array;
  readonly #heldOn: Uint32Array;

  constructor(corpus: Corpus, sections: Sections) {
    this.#corpus = corpus;
    this.#words = stringsOf(sections, 'words');
    this.#terms = stringsOf(sections, 'terms');
    this.#inTitles = inTitles(corpus);
    this.#heldOn = heldOn(corpus);
  }

  /** @param more terms that are written besides those of the words */
  add(part: PartWriter, words: Ranges, more: Ranges = []): void {
    const { words: list, text } = this.#corpus;
    const ofWords = words.map(([from, to]) => [list.termStarts[from]!, list.termStarts[to]!] as const);
    const own = ofWords.flatMap(([from, to]) => [...list.terms.subarray(from, to)]);
    const terms = rangesOf([...own, ...more.flatMap(([from, to]) => numbersFrom(from, to))]);
    part.stringSpans('words', this.#words, words);
    part.spans('words.terms', list.terms, ofWords);
    part.spans('words.stemmers', list.stemmers, ofWords);
    part.stringSpans('terms', this.#terms, terms);
    part.spans(
      'text.all.starts',
      text.all.starts,
      terms.map(([from, to]) => [from, to + 1]),
    );
    part.spans('terms.in-titles', this.#inTitles, terms);
    part.spans('terms.held-on', this.#heldOn, terms);
  }
}

function numbersFrom(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, i) => from + i);
}

/** By term: how many titles have it. */
function inTitles({ text }: Corpus): Uint32Array {
  const { starts } = text.fields.title;
  return Uint32Array.from({ length: text.vocabulary.count }, (_, term) => starts[term + 1]! - starts[term]!);
}

/** By term: bit i when a page of the site's stemmer i holds it. */
function heldOn({ text }: Corpus): Uint32Array {
  const { starts, pages } = text.all;
  return Uint32Array.from({ length: starts.length - 1 }, (_, term) => {
    let on = 0;
    for (let i = starts[term]!; i < starts[term + 1]!; i++) on |= 1 << text.stemmers[pages[i]!]!;
    return on >>> 0;
  });
}

/** Cuts words and terms at the same places of the alphabet. */
function cutTogether({ words, text: { vocabulary } }: Corpus): { readonly words: number[]; readonly terms: number[] } {
  const cuts = { words: [0], terms: [0] };
  let [word, term] = [0, 0];
  for (let count = 0; word < words.count || term < vocabulary.count; count++) {
    if (count === DICTIONARY_PART) {
      cuts.words.push(word);
      cuts.terms.push(term);
      count = 0;
    }
    const isWord = word < words.count && (term === vocabulary.count || !(vocabulary.term(term) < words.word(word)));
    if (isWord) word++;
    else term++;
  }
  return cuts;
}

/** The first string of each part. A part without any has that of the part behind it; the last ones have none. */
export function firstsOf(strings: Strings, cuts: readonly number[]): Strings {
  const count = strings.starts.length - 1;
  return pick(
    strings,
    cuts.filter((cut) => cut < count).map((cut) => [cut, cut + 1]),
  );
}

/**
 * The long words without their first letters, which follow behind a line feed. Two edits in such a word can replace its first letter, or
 * put one before it.
 */
export function tailsOf({ words }: Corpus): Strings {
  const tails: string[] = [];
  for (let number = 0; number < words.count; number++) {
    const word = words.word(number);
    if (countLetters(word) < TWO_EDITS) continue;
    const [first] = word;
    tails.push(`${word.slice(first!.length)}\n${first}`);
  }
  const [[, bytes], [, starts]] = packStrings('tails', tails.sort(byCodePoint)) as [
    [string, Uint8Array],
    [string, Uint32Array],
  ];
  return { bytes, starts };
}

/** @returns the first tail of each part */
export function* packTails(tails: Strings, build: string): Generator<PackedPart, number[]> {
  const count = tails.starts.length - 1;
  const cuts = cutBy(count, TAILS_PART, () => 1);
  for (const [number, first] of cuts.entries()) {
    const part = new PartWriter(build, partName('tails', number));
    part.stringSpans('tails', tails, [[first, cuts[number + 1] ?? count]]);
    yield part.part();
  }
  return cuts;
}
