import { isDeepStrictEqual } from 'node:util';
import type { FieldTerms } from '../analysis/analyse_field.ts';
import type { Spelling } from '../analysis/term_numbers.ts';
import type { NamedSection } from '../artefact/artefact_format.ts';
import { numbersOf } from '../artefact/number_lists.ts';
import { compareLists, type ListChange, sortUsed } from '../list_change.ts';
import { RebakeCache } from '../rebake_cache.ts';
import { emptySpace, type PreparedSpace, prepareSpace, type SpaceProblem } from '../space/build_space.ts';
import type { DenseRows } from '../space/factor_rows.ts';
import { packCodeNames } from '../words/pack_code_names.ts';
import { compareSpellings, listWords, packWords } from '../words/pack_words.ts';
import { FIELDS, type FieldName, LENGTH_FIELDS } from './fields.ts';
import {
  type Averages,
  invertAll,
  invertField,
  orderTerms,
  type PageFields,
  type PositionedPostings,
  type Postings,
  type TermOrder,
} from './invert_pages.ts';
import { mergePositioned, mergePostings, type Renumbering, renumberTerms } from './merge_postings.ts';
import { blockMaxima, SINGLE } from './posting_set.ts';
import { coarseAverage, LENGTH_PARTS, rarity, relativeLength } from './ranking.ts';
import { packVocabulary } from './vocabulary.ts';

export interface TextIndexInput {
  /** Terms by number, as used in `fields`. */
  readonly terms: readonly string[];
  /** Spellings by number, as used in `fields`. */
  readonly spellings: readonly Spelling[];
  /** Stemmers of the site. */
  readonly algorithms: readonly string[];
  /** By page: its stemmer, as an index into `algorithms`. */
  readonly stemmers: Uint8Array;
  /** The terms of each page, by page. */
  readonly fields: PageFields;
  /** Terms of function words, which the site's own space leaves out; null: no space. */
  readonly functionWords: ReadonlySet<string> | null;
}

/** The inverted terms of pages. */
interface InvertedPages {
  readonly terms: readonly string[];
  readonly fields: PageFields;
  readonly averages: Averages;
  readonly order: TermOrder;
  readonly all: Postings;
  readonly ofFields: Readonly<Record<FieldName, PositionedPostings>>;
  /** How many fields of pages use each term and each spelling, by number. */
  readonly termUses: Uint32Array;
  readonly spellingUses: Uint32Array;
  /** The numbers of the spellings in use, sorted. */
  readonly spellings: Uint32Array;
}

/** An index that lacks the vectors of the site's own space. @param vectors as for `PreparedSpace.finish` */
export type FinishIndex = (vectors: DenseRows | null) => NamedSection[];

/**
 * Inverts the terms of pages into posting sets: one per field, with positions, and one over all fields.
 * @param cache of the index before; is updated. The postings of a page are reused while its `FieldTerms` are the same
 * objects and the averages of all pages are the same
 * @param onSpace receives early what another thread may solve meanwhile
 */
export function buildTextIndex(
  input: TextIndexInput,
  cache = new RebakeCache(),
  onSpace: (problem: SpaceProblem) => void = () => {},
): FinishIndex {
  const { fields, terms, algorithms } = input;
  let space: PreparedSpace | null = null;
  const inverted = cache.renew<InvertedPages>('inverted pages', (known) => {
    const last = known?.terms === terms ? known : null;
    const before = last?.fields ?? NO_PAGES;
    const change = compareLists(before.body, fields.body, (old, page) =>
      FIELDS.every((name) => before[name][old] === fields[name][page]),
    );
    const usesOf = (kind: 'terms' | 'spellings', count: number, known: Uint32Array | undefined): Uint32Array => {
      const uses = new Uint32Array(count);
      uses.set(known ?? []);
      eachNumber(kind, before, change.removed, (number) => uses[number]!--);
      eachNumber(kind, fields, change.added, (number) => uses[number]!++);
      return uses;
    };
    const termUses = usesOf('terms', terms.length, last?.termUses);
    const spellingUses = usesOf('spellings', input.spellings.length, last?.spellingUses);
    const compare = compareSpellings(input.spellings, terms);
    const order = orderTerms(terms, termUses, last?.order);
    space = spaceOf(input, order);
    if (space?.problem) onSpace(space.problem);
    const averages = eachField((name) => coarseAverage(averageLength(fields[name])));
    const isReusable = last !== null && FIELDS.every((name) => last.averages[name] === averages[name]);
    return {
      ...{ terms, fields, averages, order, termUses, spellingUses },
      spellings: sortUsed(last?.spellings ?? new Uint32Array(0), spellingUses, compare),
      ...(isReusable
        ? invertChanged(fields, averages, order, last, change)
        : invertSome(fields, averages, order, Array.from(fields.body.keys()))),
    };
  });
  const { order, all, ofFields, averages, spellings, spellingUses } = inverted;
  const list = cache.recall('words', spellings, [order.sorted, algorithms.join(' ')], () =>
    listWords({ spellings: input.spellings, sorted: spellings, numberOf: order.ranks, algorithms }),
  );
  const vocabulary = cache.recall('vocabulary', order.sorted, [], () =>
    packVocabulary(Array.from(order.sorted, (term) => terms[term]!)),
  );
  const ofAll = cache.recall<NamedSection[]>('postings', all, [], () => [
    ['terms.rarity', rarities(all.starts, fields.body.length)],
    ...packPostings('text.all', all),
  ]);
  const others = [
    ...FIELDS.flatMap((name) =>
      cache.recall('postings', ofFields[name], [], () =>
        packField(name, fields[name], averages[name], ofFields[name], terms.length),
      ),
    ),
    ...packWords(list, all, input.stemmers),
    ...packCodeNames({ spellings: input.spellings, sorted: spellings, uses: spellingUses }, cache),
  ];
  return (vectors) => [
    ...vocabulary,
    ...ofAll,
    ...(space === null ? emptySpace(fields.body.length) : space.finish(vectors)),
    ...others,
  ];
}

function spaceOf({ fields, terms, functionWords }: TextIndexInput, { ranks, sorted }: TermOrder): PreparedSpace | null {
  if (functionWords === null) return null;
  return prepareSpace({
    fields,
    numberOf: ranks,
    termCount: sorted.length,
    isFunctionWord: (place) => functionWords.has(terms[sorted[place]!]!),
  });
}

const NO_PAGES: PageFields = { title: [], aliases: [], tags: [], description: [], body: [] };

/** Visits the terms or spellings of each field of some pages. */
function eachNumber(
  kind: 'terms' | 'spellings',
  fields: PageFields,
  pages: readonly number[],
  visit: (number: number) => void,
): void {
  for (const name of FIELDS) for (const page of pages) fields[name][page]![kind].forEach(visit);
}

type Inversion = Pick<InvertedPages, 'all' | 'ofFields'>;

/** Inverts some pages. */
function invertSome(
  fields: PageFields,
  averages: Averages,
  { ranks, sorted }: TermOrder,
  pages: readonly number[],
): Inversion {
  return {
    all: invertAll(fields, averages, pages, ranks, sorted.length),
    ofFields: eachField((name) => invertField(name, fields[name], averages[name], pages, ranks, sorted.length)),
  };
}

/** Inverts the pages that changed since the last time, and merges their postings with those of the others. */
function invertChanged(
  fields: PageFields,
  averages: Averages,
  order: TermOrder,
  last: InvertedPages,
  change: ListChange,
): Inversion {
  const isSameOrder = order.sorted === last.order.sorted;
  const unchanged = FIELDS.filter((name) => hasSameTerms(last.fields[name], fields[name], change));
  if (unchanged.length === FIELDS.length && isSameOrder) return { all: last.all, ofFields: last.ofFields };
  const isTouched = new Uint8Array(order.ranks.length);
  const touch = (term: number): void => {
    isTouched[term] = 1;
  };
  eachNumber('terms', last.fields, change.removed, touch);
  eachNumber('terms', fields, change.added, touch);
  const numbers: Renumbering = {
    ...{ newPages: change.newPlaces, oldPages: change.oldPlaces },
    oldTerms: oldPlaces(order, last.order),
    isTouched: numbersOf(Uint8Array, order.sorted, (term) => isTouched[term]!),
  };
  const added = invertSome(fields, averages, order, change.added);
  return {
    all: mergePostings(last.all, added.all, numbers),
    ofFields: eachField((name) => {
      const before = last.ofFields[name];
      if (!unchanged.includes(name)) return mergePositioned(before, added.ofFields[name], numbers);
      return isSameOrder ? before : renumberTerms(before, numbers);
    }),
  };
}

/** Whether a field has the same terms on all pages, and all pages have the same numbers. */
function hasSameTerms(
  before: readonly FieldTerms[],
  now: readonly FieldTerms[],
  { newPlaces, oldPlaces, removed, added }: ListChange,
): boolean {
  return (
    newPlaces.length === oldPlaces.length &&
    removed.length === added.length &&
    added.every((page, i) => page === removed[i] && isEqualField(before[page]!, now[page]!))
  );
}

/** Whether two fields have the same postings. Their spellings may differ. */
function isEqualField(a: FieldTerms, b: FieldTerms): boolean {
  const postings = ({ length, terms, counts, positions }: FieldTerms) => [length, terms, counts, positions];
  return isDeepStrictEqual(postings(a), postings(b));
}

/** By place in `order`: the place of the term in the earlier order, or -1. */
function oldPlaces({ sorted }: TermOrder, earlier: TermOrder): Int32Array {
  return new Int32Array(sorted).map((term) => {
    const place = earlier.ranks[term] ?? 0;
    return earlier.sorted[place] === term ? place : -1;
  });
}

function eachField<T>(make: (name: FieldName) => T): Record<FieldName, T> {
  return Object.fromEntries(FIELDS.map((name) => [name, make(name)])) as Record<FieldName, T>;
}

function averageLength(pages: readonly FieldTerms[]): number {
  let sum = 0;
  let used = 0;
  for (const { length } of pages) {
    sum += length;
    if (length > 0) used++;
  }
  return used === 0 ? 0 : sum / used;
}

function packPostings(name: string, { starts, pages, impacts }: Postings): NamedSection[] {
  return [
    [`${name}.starts`, starts],
    [`${name}.pages`, pages],
    [`${name}.impacts`, impacts],
    [`${name}.maxima`, blockMaxima(impacts)],
  ];
}

/** The sections of a field. */
function packField(
  name: FieldName,
  pages: readonly FieldTerms[],
  average: number,
  postings: PositionedPostings,
  termCount: number,
): NamedSection[] {
  if (postings.positions.length >= SINGLE)
    throw new RangeError(`Cannot build the positions of "${name}": they exceed 2 GiB`);
  const sections: NamedSection[] = [
    ...packPostings(`text.${name}`, postings),
    [`text.${name}.places`, postings.places],
    [`text.${name}.positions`, postings.positions],
  ];
  if (name === 'title') sections.push(['text.title.weights', titleWeights(pages, termCount)]);
  if ((LENGTH_FIELDS as readonly FieldName[]).includes(name))
    sections.push([`text.${name}.lengths`, lengthsOf(name, pages, average)]);
  return sections;
}

/** By page: the rarity among titles of its title's distinct terms, summed. */
function titleWeights(pages: readonly FieldTerms[], termCount: number): Uint32Array {
  const held = new Uint32Array(termCount);
  for (const { terms } of pages) for (let i = 0; i < terms.length; i++) held[terms[i]!]!++;
  const rarityOf = rarityMemo(pages.length);
  const weights = new Uint32Array(pages.length);
  for (let page = 0; page < weights.length; page++) {
    const { terms } = pages[page]!;
    for (let i = 0; i < terms.length; i++) weights[page]! += rarityOf(held[terms[i]!]!);
  }
  return weights;
}

/** By page: the field's relative length in units of 1 / `LENGTH_PARTS`. */
function lengthsOf(name: FieldName, pages: readonly FieldTerms[], average: number): Uint32Array {
  const lengths = new Uint32Array(pages.length);
  for (let page = 0; page < lengths.length; page++)
    lengths[page] = Math.round(LENGTH_PARTS * relativeLength(name, pages[page]!.length, average));
  return lengths;
}

function rarities(starts: Uint32Array, pages: number): Uint32Array {
  const rarityOf = rarityMemo(pages);
  const found = new Uint32Array(starts.length - 1);
  for (let term = 0; term < found.length; term++) found[term] = rarityOf(starts[term + 1]! - starts[term]!);
  return found;
}

/** `rarity`, computed once for each number of pages that hold a term. Never 0, which marks those not yet computed. */
function rarityMemo(pages: number): (held: number) => number {
  const known = new Uint32Array(pages + 1);
  return (held) => {
    if (known[held] === 0) known[held] = rarity(pages, held);
    return known[held]!;
  };
}
