import { firstWhere } from '../corpus/artefact/number_lists.ts';
import type { Sections } from '../corpus/artefact/sections.ts';
import type { Corpus } from '../corpus/corpus.ts';
import { FIELDS } from '../corpus/index/fields.ts';
import { BLOCK, SINGLE } from '../corpus/index/posting_set.ts';
import { partName, TITLE_FIELDS, TITLES } from './part_format.ts';
import { cutBy, type PackedPart, PartWriter } from './part_writer.ts';

/**
 * Bytes of a part before compression, about. Smaller parts make a search cheaper and the files more. A word may be part of many names in
 * code, so lists are read most.
 */
const LISTS_PART = 3000;
const WORDS_PART = 12_000;

/**
 * Writes the postings of terms, and their vectors.
 * @param lengths by section; receives those of the lists of positions
 * @returns the first term of each part
 */
export function* packWords(
  corpus: Corpus,
  sections: Sections,
  build: string,
  lengths: Record<string, number>,
): Generator<PackedPart, number[]> {
  const { fields, vocabulary, space } = corpus.text;
  const ofSpace = sections.numbers('space.terms');
  const vectors = sections.bytes('space.term-vectors');
  const scales = sections.numbers('space.term-scales');
  const bytesOf = (term: number): number => {
    const ofFields = FIELDS.map((name) => {
      const { starts } = fields[name];
      const [from, to] = [starts[term]!, starts[term + 1]!];
      return 3 * (to - from) + listBytes(fields[name], from, to);
    });
    return ofFields.reduce((sum, bytes) => sum + bytes, 8);
  };
  const cuts = cutBy(vocabulary.count, WORDS_PART, bytesOf);
  for (const [number, first] of cuts.entries()) {
    const end = cuts[number + 1] ?? vocabulary.count;
    const part = new PartWriter(build, partName('words', number));
    for (const name of FIELDS) {
      const set = fields[name];
      part.numbers(`text.${name}.starts`, set.starts, first, end + 1);
      const [from, to] = addPostings(part, `text.${name}`, set, first, end);
      const at = lengths[`text.${name}.positions`]!;
      const { places, lists, end: next } = layOutLists(set, from, to, at);
      part.places(`text.${name}.places`, places, from);
      part.bytesAt(`text.${name}.positions`, lists, at);
      lengths[`text.${name}.positions`] = next;
    }
    const [from, to] = [first, end].map((term) => firstWhere(0, ofSpace.length, (at) => ofSpace[at]! >= term)) as [
      number,
      number,
    ];
    part.bytes('space.term-vectors', vectors, from * space.dimensions, to * space.dimensions);
    part.numbers('space.term-scales', scales, from, to);
    yield part.part();
  }
  return cuts;
}

/** Adds what postings of the terms `[first, end)` have in common. @returns the postings, as `[from, to)` */
export function addPostings(
  part: PartWriter,
  name: string,
  { starts, pages, impacts, maxima }: Corpus['text']['all'],
  first: number,
  end: number,
): readonly [from: number, to: number] {
  const [from, to] = [starts[first]!, starts[end]!];
  part.numbers(`${name}.pages`, pages, from, to);
  part.bytes(`${name}.impacts`, impacts, from, to);
  part.bytes(`${name}.maxima`, maxima, Math.floor(from / BLOCK), Math.ceil(to / BLOCK));
  return [from, to];
}

/** Writes the pages of terms. @returns the first term of each part */
export function* packLists({ text }: Corpus, build: string): Generator<PackedPart, number[]> {
  const { all, vocabulary } = text;
  const cuts = cutBy(vocabulary.count, LISTS_PART, (term) => 2 * (all.starts[term + 1]! - all.starts[term]!));
  for (const [number, first] of cuts.entries()) {
    const part = new PartWriter(build, partName('lists', number));
    addPostings(part, 'text.all', all, first, cuts[number + 1] ?? vocabulary.count);
    yield part.part();
  }
  return cuts;
}

/** Writes the lists of all titles and aliases. */
export function packTitles({ text }: Corpus, build: string): PackedPart {
  const part = new PartWriter(build, TITLES);
  for (const name of TITLE_FIELDS) {
    const set = text.fields[name];
    const { places, lists } = layOutLists(set, 0, set.pages.length, 0);
    part.numbers(`text.${name}.starts`, set.starts);
    part.numbers(`text.${name}.pages`, set.pages);
    part.bytes(`text.${name}.impacts`, set.impacts);
    part.bytes(`text.${name}.maxima`, set.maxima);
    part.places(`text.${name}.places`, places, 0);
    part.bytesAt(`text.${name}.positions`, lists, 0);
  }
  return part.part();
}

type Positioned = Corpus['text']['fields'][(typeof FIELDS)[number]];

/**
 * The positions of some postings. Postings may share a list; in parts each has its own, in their order.
 * @param at where the first list begins
 */
function layOutLists({ places, positions }: Positioned, from: number, to: number, at: number) {
  const lists: Uint8Array[] = [];
  let end = at;
  const moved = places.slice(from, to).map((place) => {
    if (place >= SINGLE) return place;
    const list = positions.subarray(place, endOfList(positions, place));
    lists.push(list);
    end += list.length;
    return end - list.length;
  });
  return { places: moved, lists: Buffer.concat(lists), end };
}

/** A list is its length, then as many steps, as varints. */
function endOfList(positions: Uint8Array, place: number): number {
  let at = place;
  let count = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = positions[at++]!;
    count |= (byte & 0x7f) << shift;
    if (byte < 0x80) break;
  }
  for (; count > 0; count--) while (positions[at++]! > 0x7f);
  return at;
}

/** Bytes of the lists of positions of some postings. */
function listBytes({ places, positions }: Positioned, from: number, to: number): number {
  let bytes = 0;
  for (let i = from; i < to; i++) if (places[i]! < SINGLE) bytes += endOfList(positions, places[i]!) - places[i]!;
  return bytes;
}
