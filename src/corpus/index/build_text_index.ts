import type { FieldTerms } from '../analysis/analyse_field.ts';
import type { Spelling } from '../analysis/term_numbers.ts';
import type { NamedSection } from '../artefact/artefact_format.ts';
import { compareLists, type ListChange, mergeSorted } from '../list_change.ts';
import { emptySpace, type PreparedSpace, prepareSpace, type SpaceProblem } from '../space/build_space.ts';
import type { DenseRows } from '../space/sparse_rows.ts';
import { compareSpellings, listWords, packWords, type WordList } from '../words/pack_words.ts';
import { SpellingUse } from '../words/spelling_use.ts';
import { FIELDS, type FieldName, LENGTH_FIELDS } from './fields.ts';
import {
  type Averages,
  invertAll,
  invertField,
  type PageFields,
  type PositionedPostings,
  type Postings,
} from './invert_pages.ts';
import { mergePositioned, mergePostings, type Renumbering, renumberTerms } from './merge_postings.ts';
import { blockMaxima, SINGLE } from './posting_set.ts';
import { coarseAverage, LENGTH_PARTS, rarity, relativeLength } from './ranking.ts';
import { NO_TERMS, orderTerms, type TermOrder } from './term_order.ts';
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

/** Results that the next build of an index can reuse. */
export class TextIndexRebakeCache {
  last: InvertedPages | null = null;
  vocabulary: { readonly of: TermOrder['sorted']; readonly sections: readonly NamedSection[] } | null = null;
  spellings = new SpellingUse();
  words: KeptWords | null = null;
  /** The sections of postings, and other results that depend on the same pages and fields. */
  readonly sections = new WeakMap<Postings, readonly NamedSection[]>();

  /** Drops the results that depend on the numbers of spellings. */
  forgetNumbers(): void {
    this.spellings = new SpellingUse();
    this.words = null;
  }
}

/** The words of an index, with what they depend on. */
interface KeptWords {
  readonly sorted: Uint32Array;
  readonly order: TermOrder['sorted'];
  readonly algorithms: string;
  readonly list: WordList;
}

/** The inverted terms of pages. */
interface InvertedPages {
  readonly terms: readonly string[];
  readonly fields: PageFields;
  readonly averages: Averages;
  readonly order: TermOrder;
  readonly all: Postings;
  readonly ofFields: Readonly<Record<FieldName, PositionedPostings>>;
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
  cache = new TextIndexRebakeCache(),
  onSpace: (problem: SpaceProblem) => void = () => {},
): FinishIndex {
  const { fields, terms } = input;
  const averages = eachField((name) => coarseAverage(averageLength(fields[name])));
  const { last } = cache;
  const isSameTable = last?.terms === terms;
  if (!isSameTable) cache.forgetNumbers();
  const before = isSameTable ? last.fields : NO_PAGES;
  const change = compareLists(before.body, fields.body, (old, page) =>
    FIELDS.every((name) => before[name][old] === fields[name][page]),
  );
  const isReusable = isSameTable && FIELDS.every((name) => last.averages[name] === averages[name]);
  let space: PreparedSpace | null = null;
  const onOrder = (order: TermOrder): void => {
    space = spaceOf(input, order);
    if (space?.problem) onSpace(space.problem);
  };
  const inversion = isReusable
    ? invertChanged(input, averages, last, change, onOrder)
    : invertPages(input, averages, onOrder);
  const { order, all, ofFields } = inversion;
  const list = wordsOf(input, order, before, change, cache);
  cache.last = { terms, fields, averages, ...inversion };
  if (cache.vocabulary?.of !== order.sorted) {
    const sorted = Array.from(order.sorted, (term) => terms[term]!);
    cache.vocabulary = { of: order.sorted, sections: packVocabulary(sorted) };
  }
  const recall = (postings: Postings, make: () => NamedSection[]): readonly NamedSection[] => {
    const known = cache.sections.get(postings) ?? make();
    cache.sections.set(postings, known);
    return known;
  };
  const ofAll = recall(all, () => [
    ['terms.rarity', rarities(all.starts, fields.body.length)],
    ...packPostings('text.all', all),
  ]);
  const others = [
    ...FIELDS.flatMap((name) =>
      recall(ofFields[name], () => packField(name, fields[name], averages[name], ofFields[name], terms.length)),
    ),
    ...packWords(list, all, input.stemmers),
  ];
  const { sections: ofVocabulary } = cache.vocabulary;
  return (vectors) => [
    ...ofVocabulary,
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

/** Lists the words of all pages, unless the list of the index before still holds. */
function wordsOf(
  { spellings, fields, algorithms, terms }: TextIndexInput,
  order: TermOrder,
  before: PageFields,
  { removed, added }: ListChange,
  cache: TextIndexRebakeCache,
): WordList {
  const use = cache.spellings;
  use.grow(spellings.length);
  for (const name of FIELDS) {
    for (const page of removed) use.remove(before[name][page]!);
    for (const page of added) use.add(fields[name][page]!);
  }
  const last = cache.words;
  const changes = use.takeChanges();
  const isKept = changes.hasRemoved ? (spelling: number) => use.isUsed(spelling) : () => true;
  const compare = compareSpellings(spellings, terms);
  const sorted = mergeSorted(last?.sorted ?? new Uint32Array(0), isKept, changes.added, compare);
  const key = algorithms.join(' ');
  if (last?.sorted !== sorted || last.order !== order.sorted || last.algorithms !== key) {
    const list = listWords({ spellings, sorted, numberOf: order.ranks, algorithms });
    cache.words = { sorted, order: order.sorted, algorithms: key, list };
  }
  return cache.words!.list;
}

type Inversion = Pick<InvertedPages, 'order' | 'all' | 'ofFields'>;

/** Inverts all pages. */
function invertPages(
  { terms, fields }: TextIndexInput,
  averages: Averages,
  onOrder: (order: TermOrder) => void,
): Inversion {
  const pages = fields.body.map((_, page) => page);
  const change = new Int32Array(terms.length);
  countTerms(fields, pages, 1, change, new Uint8Array(terms.length));
  const order = orderTerms(terms, NO_TERMS, () => 0, change);
  onOrder(order);
  const { ranks, sorted } = order;
  return {
    order,
    all: invertAll(fields, averages, pages, ranks, sorted.length),
    ofFields: eachField((name) => invertField(name, fields[name], averages[name], pages, ranks, sorted.length)),
  };
}

/** Inverts the pages that changed since the last time, and merges their postings with those of the others. */
function invertChanged(
  { terms, fields }: TextIndexInput,
  averages: Averages,
  last: InvertedPages,
  pageChange: ListChange,
  onOrder: (order: TermOrder) => void,
): Inversion {
  const { newPlaces: newPages, oldPlaces: oldPages, removed, added } = pageChange;
  const change = new Int32Array(terms.length);
  const isHeld = new Uint8Array(terms.length);
  countTerms(last.fields, removed, -1, change, isHeld);
  countTerms(fields, added, 1, change, isHeld);
  const countBefore = (place: number) => last.all.starts[place + 1]! - last.all.starts[place]!;
  const order = orderTerms(terms, last.order, countBefore, change);
  onOrder(order);
  const numbers: Renumbering = {
    ...{ newPages, oldPages },
    oldTerms: oldPlaces(order, last.order),
    isTouched: valuesOf(order.sorted, isHeld),
  };
  const isSameOrder = order.sorted === last.order.sorted;
  const unchanged = FIELDS.filter((name) => hasSameTerms(last.fields[name], fields[name], pageChange));
  if (unchanged.length === FIELDS.length && isSameOrder) return { order, all: last.all, ofFields: last.ofFields };
  const postingsOf = (name: FieldName): PositionedPostings => {
    const before = last.ofFields[name];
    if (unchanged.includes(name)) return isSameOrder ? before : renumberTerms(before, numbers);
    const own = invertField(name, fields[name], averages[name], added, order.ranks, order.sorted.length);
    return mergePositioned(before, own, numbers);
  };
  const all = invertAll(fields, averages, added, order.ranks, order.sorted.length);
  return { order, all: mergePostings(last.all, all, numbers), ofFields: eachField(postingsOf) };
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
  return (
    a.length === b.length &&
    isEqualList(a.terms, b.terms) &&
    isEqualList(a.counts, b.counts) &&
    isEqualList(a.positions, b.positions)
  );
}

function isEqualList(a: Uint32Array, b: Uint32Array): boolean {
  return a.length === b.length && a.every((number, i) => number === b[i]);
}

/** Adds `step` to the count of each term, once for each of the pages that holds it, and sets its `isHeld` to 1. */
function countTerms(
  fields: PageFields,
  pages: readonly number[],
  step: number,
  counts: Int32Array,
  isHeld: Uint8Array,
): void {
  const seen = new Int32Array(counts.length).fill(-1);
  for (const page of pages) {
    for (const name of FIELDS) {
      for (const term of fields[name][page]!.terms) {
        if (seen[term] === page) continue;
        seen[term] = page;
        counts[term]! += step;
        isHeld[term] = 1;
      }
    }
  }
}

/** By place in `order`: the place of the term in the earlier order, or -1. */
function oldPlaces({ sorted }: TermOrder, earlier: TermOrder): Int32Array {
  const places = new Int32Array(sorted.length);
  for (let i = 0; i < sorted.length; i++) {
    const place = earlier.ranks[sorted[i]!] ?? 0;
    places[i] = earlier.sorted[place] === sorted[i] ? place : -1;
  }
  return places;
}

function valuesOf(numbers: Uint32Array, values: Uint8Array): Uint8Array {
  const chosen = new Uint8Array(numbers.length);
  for (let i = 0; i < numbers.length; i++) chosen[i] = values[numbers[i]!]!;
  return chosen;
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
    throw new RangeError(`Cannot bake the positions of "${name}": more than 2 GiB`);
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
