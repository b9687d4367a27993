import type { Sections } from '../corpus/artefact/sections.ts';
import type { Corpus } from '../corpus/corpus.ts';
import type { EntryWriter } from './pack_dictionary.ts';
import { addPostings } from './pack_words.ts';
import { INITIALS, partName, rangesOf } from './part_format.ts';
import { cutBy, type PackedPart, PartWriter } from './part_writer.ts';
import { stringsOf } from './string_coding.ts';

/** Bytes of a part before compression, about. */
const CODE_PART = 6000;

/**
 * Writes the names that have some parts, and with them the words and the pages of these names: a part may have 64 names, whose words and
 * lists are in as many other files.
 * @returns the first part of a name in each file
 */
export function* packCodeParts(
  corpus: Corpus,
  sections: Sections,
  entries: EntryWriter,
  build: string,
): Generator<PackedPart, number[]> {
  const names = sections.numbers('code.parts.names');
  const starts = sections.numbers('code.parts.names.starts');
  const words = sections.numbers('code.words');
  const keys = stringsOf(sections, 'code.parts');
  const { all } = corpus.text;
  const { terms, termStarts } = corpus.words;
  const termsOf = (first: number, end: number): number[] => {
    const ofNames = [...names.subarray(starts[first]!, starts[end]!)].map((name) => words[name]!);
    return ofNames.flatMap((word) => [...terms.subarray(termStarts[word]!, termStarts[word + 1]!)]);
  };
  const bytesOf = (key: number): number =>
    termsOf(key, key + 1).reduce((sum, term) => sum + 3 * (all.starts[term + 1]! - all.starts[term]!) + 2, 0);
  const cuts = cutBy(starts.length - 1, CODE_PART, bytesOf);
  for (const [number, first] of cuts.entries()) {
    const end = cuts[number + 1] ?? starts.length - 1;
    const part = new PartWriter(build, partName('code', number));
    part.stringSpans('code.parts', keys, [[first, end]]);
    part.numbers('code.parts.names.starts', starts, first, end + 1);
    const ofPart = names.subarray(starts[first]!, starts[end]!);
    part.numbers('code.parts.names', names, starts[first]!, starts[end]!);
    part.spans('code.words', words, rangesOf(ofPart));
    entries.add(part, rangesOf([...ofPart].map((name) => words[name]!)));
    for (const [from, to] of rangesOf(termsOf(first, end))) addPostings(part, 'text.all', all, from, to);
    yield part.part();
  }
  return cuts;
}

/** Writes the names with some initials. */
export function packInitials(sections: Sections, build: string): PackedPart {
  const part = new PartWriter(build, INITIALS);
  part.strings('code.initials', stringsOf(sections, 'code.initials'));
  for (const name of ['code.initials.names', 'code.initials.names.starts']) part.numbers(name, sections.numbers(name));
  return part.part();
}
