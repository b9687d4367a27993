import type { Part } from '../../corpus/analysis/analyse_query.ts';
import { tokenise } from '../../corpus/analysis/tokenise.ts';
import { IMPACT_STEPS, passageImpact } from '../../corpus/index/ranking.ts';
import { fold } from '../../text/fold.ts';
import { searchForm } from '../../text/search_form.ts';
import type { Engine } from './engine.ts';
import type { Found } from './found.ts';
import { keepIn } from './matches.ts';
import { type Postings, partPostings, sizeOf, termNumbers } from './postings.ts';
import { topOfMatches } from './top.ts';
import { liftVerbatim } from './verbatim.ts';

/** How many of a passage's terms are asked for: those that tell most. */
const TELLING_TERMS = 100;
/** How many of those a row's excerpt is chosen by. */
const SHOWN_TERMS = 12;

/** Rows that are compared with the passage word for word; more than are shown, so that none of them is missed. */
const ROWS_COMPARED = 32;

const PASSAGE_IMPACTS = Float64Array.from({ length: IMPACT_STEPS + 1 }, (_, step) => passageImpact(step));

interface Telling {
  readonly part: Part;
  /** Its pages; they count as often as the passage has the part. */
  readonly postings: Postings;
  /** How much it tells: the rarity of its most frequent term, as often as the passage has it. */
  readonly weight: number;
}

/** Ranks pages by what they share with a passage; each term counts as often as the passage has it. */
export function findLike(engine: Engine, passage: string, filters: readonly Postings[], limit: number): Found {
  const { matches, accumulator } = engine;
  const telling = tellingTerms(engine, passage);
  accumulator.unite(
    telling.map(({ postings }) => postings),
    [],
    matches,
    PASSAGE_IMPACTS,
  );
  keepIn(matches, filters);
  return {
    rows: liftVerbatim(engine, passage, topOfMatches(matches, Math.max(limit, ROWS_COMPARED))).slice(0, limit),
    pages: matches.pages.subarray(0, matches.count),
    show: {
      kind: 'excerpt',
      wanted: telling
        .slice(0, SHOWN_TERMS)
        .map(({ part }) => ({ unit: { parts: [part], common: false }, field: 'all' })),
    },
    relaxed: false,
  };
}

/** The passage's terms that some page holds, the most telling first: rare on the site, frequent in the passage. */
function tellingTerms(engine: Engine, passage: string): Telling[] {
  const counts = countTerms(engine, passage, false);
  const counted = counts.size > 0 ? counts : countTerms(engine, passage, true);
  const { text } = engine.corpus;
  const telling: Telling[] = [];
  for (const { part, count } of counted.values()) {
    const postings = partPostings(text, 'all', part);
    if (sizeOf(postings) === 0) continue;
    const rarity = Math.min(...termNumbers(text, part).map((term) => text.rarity[term]!));
    telling.push({ part, postings: { ...postings, rarity: count * postings.rarity }, weight: count * rarity });
  }
  return telling
    .sort((a, b) => b.weight - a.weight || (a.part.terms[0]! < b.part.terms[0]! ? -1 : 1))
    .slice(0, TELLING_TERMS);
}

function countTerms(
  { analyser }: Engine,
  passage: string,
  withCommon: boolean,
): Map<string, { part: Part; count: number }> {
  const counts = new Map<string, { part: Part; count: number }>();
  const count = (part: Part): void => {
    const key = part.terms[0]!;
    const known = counts.get(key);
    if (known === undefined) counts.set(key, { part, count: 1 });
    else known.count++;
  };
  const form = searchForm(passage);
  let last = '';
  tokenise(form, {
    compound() {},
    word(start, end) {
      const { terms, common } = analyser.word(form.slice(start, end));
      if (terms.length > 0 && common === withCommon) count({ terms, offset: 0, shape: 'word' });
    },
    character(start, end, joined) {
      const character = fold(form.slice(start, end));
      if (joined) count({ terms: [last + character], offset: 0, shape: 2 });
      last = character;
    },
    border() {},
  });
  return counts;
}
