import type { FieldTerms } from '../analysis/analyse_field.ts';
import type { Spelling } from '../analysis/term_numbers.ts';
import type { NamedSection } from '../artefact/artefact_format.ts';
import type { Packing } from '../artefact/packed_items.ts';
import { buildSpace, emptySpace } from '../space/build_space.ts';
import { listWords, packWords, type WordList } from '../words/pack_words.ts';
import { SpellingUse } from '../words/spelling_use.ts';
import { packBodyTexts, type SampleMemory } from './body_texts.ts';
import { FIELDS, type FieldName, LENGTH_FIELDS } from './fields.ts';
import {
  type Averages,
  invertAll,
  invertField,
  type PageFields,
  type PositionedPostings,
  type Postings,
} from './invert_pages.ts';
import { mergePositioned, mergePostings, type Renumbering } from './merge_postings.ts';
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
  /** The body text in UTF-8, to which the steps of positions refer, by page. */
  readonly texts: readonly Uint8Array[];
  readonly packing: Packing;
  /** Terms of function words, which the site's own space leaves out; null: no space. */
  readonly functionWords: ReadonlySet<string> | null;
}

/** What building an index again can reuse. */
export class TextIndexMemory {
  last: InvertedPages | null = null;
  readonly samples: SampleMemory = new WeakMap();
  vocabulary: { readonly of: TermOrder['sorted']; readonly sections: readonly NamedSection[] } | null = null;
  spellings = new SpellingUse();
  /** `key`: what the words depend on besides the terms. */
  words: { readonly of: TermOrder['sorted']; readonly key: string; readonly list: WordList } | null = null;

  /** Forgets what depends on the numbers of spellings. */
  forgetNumbers(): void {
    this.spellings = new SpellingUse();
    this.words = null;
  }
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

/**
 * Inverts the terms of pages into posting sets: one per field, with positions, and one over all fields.
 * @param memory of the index before; is updated. The postings of a page are reused while its `FieldTerms` are the same
 * objects and the averages of all pages are the same
 */
export function buildTextIndex(input: TextIndexInput, memory = new TextIndexMemory()): NamedSection[] {
  const { fields, texts, terms, packing, functionWords } = input;
  const averages = eachField((name) => coarseAverage(averageLength(fields[name])));
  const { last } = memory;
  if (last?.terms !== terms) memory.forgetNumbers();
  const isReusable = last?.terms === terms && FIELDS.every((name) => last.averages[name] === averages[name]);
  const { order, all, ofFields } = isReusable ? invertChanged(input, averages, last) : invertPages(input, averages);
  memory.last = { terms, fields, averages, order, all, ofFields };
  if (memory.vocabulary?.of !== order.sorted) {
    const sorted = Array.from(order.sorted, (term) => terms[term]!);
    memory.vocabulary = { of: order.sorted, sections: packVocabulary(sorted) };
  }
  return [
    ...memory.vocabulary.sections,
    ['terms.rarity', rarities(all.starts, texts.length)],
    ...packPostings('text.all', all),
    ...(functionWords === null
      ? emptySpace(texts.length)
      : buildSpace({
          fields,
          numberOf: order.ranks,
          termCount: order.sorted.length,
          isFunctionWord: (place) => functionWords.has(terms[order.sorted[place]!]!),
        })),
    ['text.title.weights', titleWeights(fields.title)],
    ...LENGTH_FIELDS.map(
      (name): NamedSection => [`text.${name}.lengths`, lengthsOf(name, fields[name], averages[name])],
    ),
    ...FIELDS.flatMap((name) => packPositioned(name, ofFields[name])),
    ...packBodyTexts(texts, fields.body, packing, memory.samples),
    ...packWords(wordsOf(input, order, memory), all, input.stemmers),
  ];
}

/** Lists the words of all pages, unless the list of the index before still holds. */
function wordsOf(
  { spellings, fields, algorithms }: TextIndexInput,
  order: TermOrder,
  memory: TextIndexMemory,
): WordList {
  const hasChanged = memory.spellings.update(fields, spellings.length);
  const key = algorithms.join(' ');
  if (hasChanged || memory.words?.of !== order.sorted || memory.words.key !== key) {
    const list = listWords({ spellings: memory.spellings.used(spellings), numberOf: order.ranks, algorithms });
    memory.words = { of: order.sorted, key, list };
  }
  return memory.words.list;
}

type Inversion = Pick<InvertedPages, 'order' | 'all' | 'ofFields'>;

/** Inverts all pages. */
function invertPages({ terms, fields }: TextIndexInput, averages: Averages): Inversion {
  const pages = fields.body.map((_, page) => page);
  const change = new Int32Array(terms.length);
  countTerms(fields, pages, 1, change, new Uint8Array(terms.length));
  const order = orderTerms(terms, NO_TERMS, () => 0, change);
  return { order, ...invert(fields, averages, pages, order) };
}

/** Inverts the pages that changed since the last time, and merges their postings with those of the others. */
function invertChanged({ terms, fields }: TextIndexInput, averages: Averages, last: InvertedPages): Inversion {
  const { newPages, oldPages } = comparePages(last.fields, fields);
  const removed = indicesOfNone(newPages);
  const added = indicesOfNone(oldPages);
  const change = new Int32Array(terms.length);
  const isHeld = new Uint8Array(terms.length);
  countTerms(last.fields, removed, -1, change, isHeld);
  countTerms(fields, added, 1, change, isHeld);
  const countBefore = (place: number) => last.all.starts[place + 1]! - last.all.starts[place]!;
  const order = orderTerms(terms, last.order, countBefore, change);
  const numbers: Renumbering = {
    ...{ newPages, oldPages },
    oldTerms: oldPlaces(order, last.order),
    isTouched: valuesOf(order.sorted, isHeld),
  };
  const { all, ofFields } = invert(fields, averages, added, order);
  return {
    order,
    all: mergePostings(last.all, all, numbers),
    ofFields: eachField((name) => mergePositioned(last.ofFields[name], ofFields[name], numbers)),
  };
}

function invert(fields: PageFields, averages: Averages, pages: readonly number[], order: TermOrder) {
  const { ranks, sorted } = order;
  return {
    all: invertAll(fields, averages, pages, ranks, sorted.length),
    ofFields: eachField((name) => invertField(name, fields[name], averages[name], pages, ranks, sorted.length)),
  };
}

/** Finds the pages whose terms are the same objects as before. Pages that changed their order count as changed. */
function comparePages(before: PageFields, now: PageFields): Pick<Renumbering, 'newPages' | 'oldPages'> {
  const places = new Map(before.body.map((terms, page) => [terms, page]));
  const newPages = new Int32Array(before.body.length).fill(-1);
  const oldPages = new Int32Array(now.body.length).fill(-1);
  let previous = -1;
  for (const [page, terms] of now.body.entries()) {
    const old = places.get(terms) ?? -1;
    if (old <= previous || !FIELDS.every((name) => now[name][page] === before[name][old])) continue;
    newPages[old] = page;
    oldPages[page] = old;
    previous = old;
  }
  return { newPages, oldPages };
}

function indicesOfNone(numbers: Int32Array): number[] {
  const found: number[] = [];
  for (let i = 0; i < numbers.length; i++) if (numbers[i] === -1) found.push(i);
  return found;
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

function packPositioned(name: FieldName, postings: PositionedPostings): NamedSection[] {
  if (postings.positions.length >= SINGLE)
    throw new RangeError(`Cannot bake the positions of "${name}": more than 2 GiB`);
  return [
    ...packPostings(`text.${name}`, postings),
    [`text.${name}.places`, postings.places],
    [`text.${name}.positions`, postings.positions],
  ];
}

/** By page: the rarity among titles of its title's distinct terms, summed. */
function titleWeights(pages: readonly FieldTerms[]): Uint32Array {
  const held = new Map<number, number>();
  for (const { terms } of pages) for (const term of terms) held.set(term, (held.get(term) ?? 0) + 1);
  return Uint32Array.from(pages, ({ terms }) =>
    terms.reduce((sum, term) => sum + rarity(pages.length, held.get(term)!), 0),
  );
}

/** By page: the field's relative length in units of 1 / `LENGTH_PARTS`. */
function lengthsOf(name: FieldName, pages: readonly FieldTerms[], average: number): Uint32Array {
  return Uint32Array.from(pages, ({ length }) => Math.round(LENGTH_PARTS * relativeLength(name, length, average)));
}

function rarities(starts: Uint32Array, pages: number): Uint32Array {
  const found = new Uint32Array(starts.length - 1);
  for (let term = 0; term < found.length; term++) found[term] = rarity(pages, starts[term + 1]! - starts[term]!);
  return found;
}
