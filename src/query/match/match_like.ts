import { STEP_WORK, type Steps } from '../../async/steps.ts';
import type { Passage, QueryAnalyser } from '../../corpus/analysis/analyse_query.ts';
import type { Part } from '../../corpus/analysis/unit.ts';
import { IMPACT_STEPS, passageImpact } from '../../corpus/index/ranking.ts';
import type { TextIndex } from '../../corpus/index/text_index.ts';
import { byCodePoint } from '../../text/by_code_point.ts';
import { unite } from './disjunction.ts';
import type { Engine } from './engine.ts';
import type { MatchSet } from './match_set.ts';
import type { PageFilter } from './page_filter.ts';
import { partLists, partTerms, repeated, termPostings } from './postings.ts';
import { partKey } from './unit_key.ts';
import type { Workspace } from './workspace.ts';

/** Number of terms of a passage that are searched for: the most distinctive ones. */
const MOST_TERMS = 100;
/** Number of these terms that choose a row's excerpt. */
const MOST_SHOWN_TERMS = 12;

const PASSAGE_IMPACTS = Float64Array.from({ length: IMPACT_STEPS + 1 }, (_, step) => passageImpact(step));

/** A part of a passage that the site has. */
export interface DistinctiveTerm {
  readonly part: Part;
  /** The part's key (`partKey`). */
  readonly key: string;
  /** How often the passage contains the part. */
  readonly count: number;
  /** Its only term; null when each stemmer has its own. */
  readonly term: number | null;
  /** How distinctive the part is: the rarity of its most frequent term times its count in the passage. */
  readonly weight: number;
}

/** Finds the pages that share distinctive terms with a passage. Each term is weighted by its count in the passage. */
export function* matchLike(
  engine: Engine,
  workspace: Workspace,
  passage: string,
  filter: PageFilter | null,
): Steps<MatchSet> {
  const read = engine.analyser.passage(passage);
  const distinctive = yield* distinctiveTerms(engine, read);
  const { text } = engine.corpus;
  const lists = distinctive.flatMap(({ part, term, count }) =>
    (term === null ? partLists(text, 'all', part) : [termPostings(text, 'all', term)]).map((list) =>
      repeated(list, count),
    ),
  );
  yield* unite(lists, workspace, PASSAGE_IMPACTS);
  const { found } = workspace;
  if (filter !== null) found.keep(filter);
  return {
    pages: found.pages.subarray(0, found.count),
    order: { by: 'sum', sums: found.sums },
    excerptTerms: distinctive
      .slice(0, MOST_SHOWN_TERMS)
      .map(({ part }) => ({ unit: { parts: [part], quoted: false, functionWordOn: 0 }, field: 'all' })),
    clauses: [{ field: 'all', units: read.units }],
    relaxed: false,
  };
}

/** The facts of a site that choosing a passage's terms needs. */
export interface TermKnowledge {
  readonly analyser: QueryAnalyser;
  readonly corpus: { readonly text: TermIndex };
}

type TermIndex = Pick<TextIndex, 'vocabulary' | 'rarity' | 'isHeld' | 'costOfHeld'>;

/** The passage's terms that occur on the site, most distinctive first: rare on the site, frequent in the passage. */
export function* distinctiveTerms({ analyser, corpus }: TermKnowledge, passage: Passage): Steps<DistinctiveTerm[]> {
  const distinctive: DistinctiveTerm[] = [];
  const parts = countedTerms(analyser, passage).values();
  while (addTerms(corpus.text, parts, distinctive)) yield;
  return distinctive.sort((a, b) => b.weight - a.weight || byCodePoint(a.key, b.key)).slice(0, MOST_TERMS);
}

/**
 * Looks parts up until a step's work is done.
 * @returns whether there may be more
 */
function addTerms(text: TermIndex, parts: Iterator<CountedPart>, into: DistinctiveTerm[]): boolean {
  for (let work = 0; work < STEP_WORK; work += 64) {
    const next = parts.next();
    if (next.done === true) return false;
    const { part, key, count } = next.value;
    if (part.terms.length === 1) {
      const [found] = partTerms(text, part);
      if (found === undefined) continue;
      into.push({ part, key, count, term: found.term, weight: count * text.rarity[found.term]! });
      continue;
    }
    let rarity = Number.POSITIVE_INFINITY;
    for (const { term, stemmers } of partTerms(text, part)) {
      work += text.costOfHeld(term);
      if (text.isHeld(term, stemmers)) rarity = Math.min(rarity, text.rarity[term]!);
    }
    if (rarity < Number.POSITIVE_INFINITY) into.push({ part, key, count, term: null, weight: count * rarity });
  }
  return true;
}

function countedTerms(analyser: QueryAnalyser, passage: Passage): Map<string, CountedPart> {
  const counts = countTerms(analyser, passage, false);
  return counts.size > 0 ? counts : countTerms(analyser, passage, true);
}

/**
 * Counts a passage's terms.
 * @param functionWords true: count only function words; false: count only other words
 */
function countTerms(
  { allStemmers }: QueryAnalyser,
  { words, runs }: Passage,
  functionWords: boolean,
): Map<string, CountedPart> {
  const counts = new Map<string, CountedPart>();
  const add = (part: Part, count: number): void => {
    const key = partKey(part);
    const known = counts.get(key);
    if (known === undefined) counts.set(key, { part, key, count });
    else known.count += count;
  };
  for (const [unit, count] of words) {
    const [part] = unit.parts;
    const wanted = functionWords ? unit.functionWordOn : allStemmers & ~unit.functionWordOn;
    if (part === undefined || wanted === 0) continue;
    add(wanted === allStemmers ? part : { ...part, terms: only(part.terms, wanted, allStemmers), known: null }, count);
  }
  if (functionWords) return counts;
  for (const run of runs) {
    if (run.length === 1 && run[0] !== '') add({ terms: [run[0]!], offset: 0, shape: 1, known: null }, 1);
    for (let i = 1; i < run.length; i++) add({ terms: [run[i - 1]! + run[i]!], offset: 0, shape: 2, known: null }, 1);
  }
  return counts;
}

interface CountedPart {
  readonly part: Part;
  readonly key: string;
  count: number;
}

/** A word's terms for the given stemmers, with an empty term for each of the others. */
function only(terms: readonly string[], stemmers: number, allStemmers: number): string[] {
  return Array.from({ length: 32 - Math.clz32(allStemmers) }, (_, stemmer) =>
    (stemmers >>> stemmer) & 1 ? (terms[stemmer] ?? terms[0]!) : '',
  );
}
