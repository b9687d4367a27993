import { STEP_WORK, type Steps } from '../../async/steps.ts';
import type { Corpus, OwnField } from '../../corpus/corpus.ts';
import { isInRange } from '../../text/language_range.ts';
import { plainVersion } from '../../text/plain_version.ts';
import { nameOfVersion, setOfVersion } from '../../text/version_place.ts';
import type { DateRange, SearchPlan } from '../ask/search_plan.ts';
import type { Engine } from './engine.ts';
import { PageFilter } from './page_filter.ts';

/** @returns the pages that pass every filter of a search and are not left out of it, or null when that is all */
export function* searchFilter(engine: Engine, plan: SearchPlan): Steps<PageFilter | null> {
  const { pages } = engine.corpus;
  const [tag = null, ...otherTags] = plan.tags;
  const narrowed = engine.filter({ collection: plan.collection, tag });
  const admitted = engine.curated()?.admitted ?? null;
  const first = narrowed ?? admitted;
  const others = otherTags.map((each) => engine.filter({ collection: null, tag: each })!);
  const conditions = [
    ...(narrowed === null || admitted === null ? [] : [(page: number) => admitted.has(page)]),
    ...others.map((filter) => (page: number) => filter.has(page)),
    ...conditionsOf(engine.corpus, plan),
  ];
  if (conditions.length === 0) return first;
  const size = first?.pages.length ?? pages.count;
  const passing = new Uint32Array(size);
  let count = 0;
  for (let i = 0; i < size; i++) {
    if (i % STEP_WORK === STEP_WORK - 1) yield;
    const page = first === null ? i : first.pages[i]!;
    if (conditions.every((holds) => holds(page))) passing[count++] = page;
  }
  return new PageFilter(pages.count, passing.slice(0, count));
}

type Condition = (page: number) => boolean;

function conditionsOf({ pages, copies, fields }: Corpus, plan: SearchPlan): Condition[] {
  const { language, version, updated, published } = plan;
  const conditions = plan.fields.map(([name, text]) => havingValue(fields.find((field) => field.name === name)!, text));
  if (language !== null) {
    const admitted = pages.languages.map((each) => isInRange(each.toLowerCase(), language));
    conditions.push((page) => admitted[pages.language[page]!]!);
  }
  if (version !== 'current' && version !== 'all') {
    const admitted = admittedVersions(version, copies.versions);
    conditions.push((page) => admitted[copies.version[page] ?? 0]!);
  }
  if (updated !== null) conditions.push(within(pages.updated, updated));
  if (published !== null) conditions.push(within(pages.published, published));
  return conditions;
}

/**
 * By the number of a version whether its pages are searched; 0 is that of pages in none.
 * @param asked a name: its pages; or places, separated by commas: of each set of documents the pages of that version, and all others
 */
function admittedVersions(asked: string, versions: readonly string[]): readonly boolean[] {
  if (asked.includes('/')) {
    const places = asked.split(',');
    const sets = new Set(places.map(setOfVersion));
    return [true, ...versions.map((version) => places.includes(version) || !sets.has(setOfVersion(version)))];
  }
  const names = versions.map(nameOfVersion);
  const plain = plainVersion(asked);
  // Of names that mean the same, the one that is spelt so.
  const name = names.includes(asked) ? asked : names.find((each) => plainVersion(each) === plain);
  return [false, ...names.map((each) => each === name)];
}

/** A page without the date is in no range. */
function within(days: Uint32Array, { from, to }: DateRange): Condition {
  return (page) => days[page]! > 0 && days[page]! >= (from ?? 0) && days[page]! <= (to ?? Number.POSITIVE_INFINITY);
}

/** Pages whose field has the value. A number may be written in any way. */
function havingValue(field: OwnField, text: string): Condition {
  const number = Number(text);
  const isNumber = field.type === 'number' && text.trim() !== '' && Number.isFinite(number);
  const value = field.find(isNumber ? String(number + 0) : text);
  if (value < 0) return () => false;
  const pages = new Set(field.pages(value));
  return (page) => pages.has(page);
}
