import type { FieldTerms } from '../analysis/analyse_field.ts';
import type { Spelling, TermNumbers } from '../analysis/term_numbers.ts';
import type { NamedSection } from '../artefact/artefact_format.ts';
import type { Packing } from '../artefact/packed_items.ts';
import { VarintWriter } from '../artefact/varint_writer.ts';
import { packWords } from '../words/pack_words.ts';
import { packBodyTexts } from './body_texts.ts';
import { FIELDS, type FieldName } from './fields.ts';
import { blockMaxima, SINGLE } from './posting_set.ts';
import { impact, rarity, weightedFrequency } from './ranking.ts';
import { packVocabulary } from './vocabulary.ts';

export interface TextIndexInput {
  /** Numbers of terms and spellings, as used in `fields`. */
  readonly terms: Pick<TermNumbers, 'terms' | 'spellings'>;
  /** The terms of each page, by page. */
  readonly fields: Readonly<Record<FieldName, readonly FieldTerms[]>>;
  /** The body text in UTF-8, to which the steps of positions refer, by page. */
  readonly texts: readonly Uint8Array[];
  /** Stemmers of the site. */
  readonly algorithms: readonly string[];
  /** By page: its stemmer, as an index into `algorithms`. */
  readonly stemmers: Uint8Array;
  readonly packing: Packing;
}

/** Inverts the terms of pages into posting sets: one per field, with positions, and one over all fields. */
export function buildTextIndex(input: TextIndexInput): NamedSection[] {
  const { terms, fields, texts, algorithms, stemmers, packing } = input;
  const { sorted, numberOf } = sortTerms(terms.terms, fields);
  const averages = Object.fromEntries(FIELDS.map((name) => [name, averageLength(fields[name])])) as Record<
    FieldName,
    number
  >;
  const all = invertAll(fields, averages, numberOf, sorted.length);
  return [
    ...packVocabulary(sorted),
    ['terms.rarity', rarities(all.starts, texts.length)],
    ...packPostings('text.all', all),
    ...FIELDS.flatMap((name) => invertField(name, fields[name], averages[name], numberOf, sorted.length)),
    ...packBodyTexts(texts, fields.body, packing),
    ...packWords({ spellings: usedSpellings(terms.spellings, fields), numberOf, algorithms, postings: all, stemmers }),
  ];
}

/** The spellings that pages use: the numbers of an earlier bake may include others. */
function usedSpellings(spellings: readonly Spelling[], fields: TextIndexInput['fields']): Spelling[] {
  const used = new Uint8Array(spellings.length);
  for (const name of FIELDS) for (const page of fields[name]) for (const spelling of page.spellings) used[spelling] = 1;
  return spellings.filter((_, number) => used[number] === 1);
}

/**
 * Renumbers terms in sorted order, so that numbers do not depend on which worker found a term first. Drops unused terms.
 * @returns the used terms, and the new number for each old one
 */
function sortTerms(
  terms: readonly string[],
  fields: TextIndexInput['fields'],
): { sorted: string[]; numberOf: Uint32Array } {
  const held = new Uint8Array(terms.length);
  for (const name of FIELDS) for (const page of fields[name]) for (const term of page.terms) held[term] = 1;
  const order: number[] = [];
  for (let number = 0; number < terms.length; number++) if (held[number] === 1) order.push(number);
  order.sort((a, b) => (terms[a]! < terms[b]! ? -1 : 1));
  const numberOf = new Uint32Array(terms.length);
  order.forEach((old, number) => {
    numberOf[old] = number;
  });
  return { sorted: order.map((old) => terms[old]!), numberOf };
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

interface Postings {
  readonly starts: Uint32Array;
  readonly pages: Uint32Array;
  readonly impacts: Uint8Array;
}

function packPostings(name: string, { starts, pages, impacts }: Postings): NamedSection[] {
  return [
    [`${name}.starts`, starts],
    [`${name}.pages`, pages],
    [`${name}.impacts`, impacts],
    [`${name}.maxima`, blockMaxima(impacts)],
  ];
}

/** Converts counts by term, stored at term + 1, to starts. @returns the index of each term's next posting */
function toStarts(starts: Uint32Array): Uint32Array {
  for (let i = 1; i < starts.length; i++) starts[i]! += starts[i - 1]!;
  return starts.slice(0, -1);
}

function invertField(
  name: FieldName,
  pages: readonly FieldTerms[],
  average: number,
  numberOf: Uint32Array,
  termCount: number,
): NamedSection[] {
  const starts = new Uint32Array(termCount + 1);
  for (const { terms } of pages) for (const term of terms) starts[numberOf[term]! + 1]!++;
  const next = toStarts(starts);
  const size = starts.at(-1)!;
  const out = { starts, pages: new Uint32Array(size), impacts: new Uint8Array(size) };
  const places = new Uint32Array(size);
  const positions = new VarintWriter();
  pages.forEach((field, page) => {
    let at = 0;
    for (let i = 0; i < field.terms.length; i++) {
      const count = field.counts[i]!;
      const posting = next[numberOf[field.terms[i]!]!]!++;
      out.pages[posting] = page;
      out.impacts[posting] = impact(weightedFrequency(name, count, field.length, average));
      places[posting] = count === 1 ? SINGLE + field.positions[at]! : positions.writeSteps(field.positions, at, count);
      at += count;
    }
  });
  if (positions.bytes().length >= SINGLE)
    throw new RangeError(`Cannot bake the positions of "${name}": more than 2 GiB`);
  return [
    ...packPostings(`text.${name}`, out),
    [`text.${name}.places`, places],
    [`text.${name}.positions`, positions.bytes()],
  ];
}

function invertAll(
  fields: TextIndexInput['fields'],
  averages: Readonly<Record<FieldName, number>>,
  numberOf: Uint32Array,
  termCount: number,
): Postings {
  const pageCount = fields.body.length;
  const seen = new Int32Array(numberOf.length).fill(-1);
  const starts = new Uint32Array(termCount + 1);
  for (let page = 0; page < pageCount; page++) {
    for (const name of FIELDS) {
      for (const term of fields[name][page]!.terms) {
        if (seen[term] === page) continue;
        seen[term] = page;
        starts[numberOf[term]! + 1]!++;
      }
    }
  }
  const next = toStarts(starts);
  const size = starts.at(-1)!;
  const out = { starts, pages: new Uint32Array(size), impacts: new Uint8Array(size) };
  const frequencies = new Float64Array(numberOf.length);
  const touched: number[] = [];
  for (let page = 0; page < pageCount; page++) {
    touched.length = 0;
    for (const name of FIELDS) {
      const { terms, counts, length } = fields[name][page]!;
      for (let i = 0; i < terms.length; i++) {
        const term = terms[i]!;
        if (frequencies[term] === 0) touched.push(term);
        frequencies[term]! += weightedFrequency(name, counts[i]!, length, averages[name]);
      }
    }
    for (const term of touched) {
      const posting = next[numberOf[term]!]!++;
      out.pages[posting] = page;
      out.impacts[posting] = impact(frequencies[term]!);
      frequencies[term] = 0;
    }
  }
  return out;
}

function rarities(starts: Uint32Array, pages: number): Uint32Array {
  return Uint32Array.from({ length: starts.length - 1 }, (_, term) => rarity(pages, starts[term + 1]! - starts[term]!));
}
