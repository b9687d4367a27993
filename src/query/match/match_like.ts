import type { Part, QueryAnalyser } from '../../corpus/analysis/analyse_query.ts';
import { tokenise } from '../../corpus/analysis/tokenise.ts';
import { IMPACT_STEPS, passageImpact } from '../../corpus/index/ranking.ts';
import type { TextIndex } from '../../corpus/index/text_index.ts';
import { byCodePoint } from '../../text/by_code_point.ts';
import { fold } from '../../text/fold.ts';
import { searchForm } from '../../text/search_form.ts';
import { repeated } from './clause_postings.ts';
import type { Engine } from './engine.ts';
import type { MatchSet } from './match_set.ts';
import type { PageFilter } from './page_filter.ts';
import { partLists, partTerms, termPostings } from './postings.ts';
import { STEP_WORK, type Steps } from './steps.ts';
import { partKey } from './unit_key.ts';
import type { Workspace } from './workspace.ts';

/** Number of terms of a passage that are searched for: the most distinctive ones. */
const MOST_TERMS = 100;
/** Number of those that choose a row's excerpt. */
const MOST_SHOWN_TERMS = 12;

const PASSAGE_IMPACTS = Float64Array.from({ length: IMPACT_STEPS + 1 }, (_, step) => passageImpact(step));

/** A part of a passage that the site has. */
export interface DistinctiveTerm {
  readonly part: Part;
  /** How often the passage contains the part. */
  readonly count: number;
  /** Its only term; null: it has one for each stemmer. */
  readonly term: number | null;
  /** How distinctive the part is: the rarity of its most frequent term times its count in the passage. */
  readonly weight: number;
}

/** Finds the pages that share distinctive terms with a passage. Each term is weighted by its count in the passage. */
export function* matchLike(
  engine: Engine,
  { found, accumulator }: Workspace,
  passage: string,
  filter: PageFilter | null,
): Steps<MatchSet> {
  const distinctive = yield* distinctiveTerms(engine, passage);
  const { text } = engine.corpus;
  const lists = distinctive.flatMap(({ part, term, count }) =>
    (term === null ? partLists(text, 'all', part) : [termPostings(text, 'all', term)]).map((list) =>
      repeated(list, count),
    ),
  );
  found.count = 0;
  yield* accumulator.unite(lists, [], found, PASSAGE_IMPACTS);
  if (filter !== null) found.keep(filter);
  return {
    pages: found.pages.subarray(0, found.count),
    order: { by: 'sum', sums: found.sums },
    excerptTerms: distinctive
      .slice(0, MOST_SHOWN_TERMS)
      .map(({ part }) => ({ unit: { parts: [part], quoted: false, functionWordOn: 0 }, field: 'all' })),
    clauses: null,
    relaxed: false,
  };
}

/** What choosing the terms of a passage needs to know of a site. */
export interface TermKnowledge {
  readonly analyser: QueryAnalyser;
  readonly corpus: { readonly text: Pick<TextIndex, 'vocabulary' | 'rarity' | 'isHeld'> };
}

/** The passage's terms that occur on the site, most distinctive first: rare on the site, frequent in the passage. */
export function* distinctiveTerms({ analyser, corpus }: TermKnowledge, passage: string): Steps<DistinctiveTerm[]> {
  const counted = countedTerms(analyser, passage);
  const { text } = corpus;
  const distinctive: DistinctiveTerm[] = [];
  let work = 0;
  for (const { part, count } of counted.values()) {
    work += 64;
    if (work > STEP_WORK) {
      work = 0;
      yield;
    }
    const isSingle = part.terms.length === 1;
    const held = partTerms(text, part).filter(({ term, stemmers }) => isSingle || text.isHeld(term, stemmers));
    if (held.length === 0) continue;
    const rarity = held.reduce((least, { term }) => Math.min(least, text.rarity[term]!), Number.POSITIVE_INFINITY);
    distinctive.push({ part, count, term: isSingle ? held[0]!.term : null, weight: count * rarity });
  }
  return distinctive
    .sort((a, b) => b.weight - a.weight || byCodePoint(partKey(a.part), partKey(b.part)))
    .slice(0, MOST_TERMS);
}

/** The parts of a passage that are looked up. */
export function passageParts(analyser: QueryAnalyser, passage: string): Part[] {
  return [...countedTerms(analyser, passage).values()].map(({ part }) => part);
}

function countedTerms(analyser: QueryAnalyser, passage: string): Map<string, { part: Part; count: number }> {
  const counts = countTerms(analyser, passage, false);
  return counts.size > 0 ? counts : countTerms(analyser, passage, true);
}

/**
 * Counts a passage's terms.
 * @param functionWords true: count only function words; false: count only other words
 */
function countTerms(
  analyser: QueryAnalyser,
  passage: string,
  functionWords: boolean,
): Map<string, { part: Part; count: number }> {
  const counts = new Map<string, { part: Part; count: number }>();
  const count = (part: Part): void => {
    const key = partKey(part);
    const known = counts.get(key);
    if (known === undefined) counts.set(key, { part, count: 1 });
    else known.count++;
  };
  /** State of the current run of unspaced characters: its last character, and whether the run is only that character. */
  let last = '';
  let alone = false;
  const closeRun = (): void => {
    if (alone && last !== '' && !functionWords) count({ terms: [last], offset: 0, shape: 1 });
    alone = false;
  };
  const form = searchForm(passage);
  tokenise(form, {
    compound() {},
    word(start, end) {
      closeRun();
      const { terms, functionWordOn } = analyser.word(form.slice(start, end));
      const wanted = functionWords ? functionWordOn : analyser.allStemmers & ~functionWordOn;
      if (terms.length > 0 && wanted !== 0) {
        count({
          terms: wanted === analyser.allStemmers ? terms : only(terms, wanted, analyser.allStemmers),
          offset: 0,
          shape: 'word',
        });
      }
    },
    character(start, end, joined) {
      const character = fold(form.slice(start, end));
      if (joined) {
        if (!functionWords) count({ terms: [last + character], offset: 0, shape: 2 });
      } else closeRun();
      alone = !joined;
      last = character;
    },
    border() {},
  });
  closeRun();
  return counts;
}

/** A word's terms for the given stemmers, with an empty term for each of the others. */
function only(terms: readonly string[], stemmers: number, allStemmers: number): string[] {
  return Array.from({ length: 32 - Math.clz32(allStemmers) }, (_, stemmer) =>
    (stemmers >>> stemmer) & 1 ? (terms[stemmer] ?? terms[0]!) : '',
  );
}
