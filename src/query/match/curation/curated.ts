import type { Steps } from '../../../async/steps.ts';
import type { QueryAnalyser } from '../../../corpus/analysis/analyse_query.ts';
import type { Corpus } from '../../../corpus/corpus.ts';
import type { CurationTable, StoredWeight } from '../../../corpus/curation/curation_table.ts';
import { lazily } from '../../../corpus/lazily.ts';
import type { PageRange } from '../../../text/page_range.ts';
import { PageFilter } from '../page_filter.ts';
import type { TypedWord } from '../spellings/read_typed.ts';
import { PinTable, type RaisedPin } from './pin_table.ts';
import { type Synonym, SynonymTable } from './synonym_table.ts';

/** The owner's search rules, ready to be applied. */
export interface Curated {
  /** The pages that are not left out; null: all. */
  readonly admitted: PageFilter | null;
  /** Those that are, as ascending ranges; null: none. */
  readonly excluded: readonly PageRange[] | null;
  /** Whether any page has a weight. */
  readonly hasWeights: boolean;
  /** The weight of a page's score; null when no rule gives it one. */
  weightOf(page: number): StoredWeight | null;
  /** @returns by index of a word: what pages may hold in its place */
  synonymsOf(analyser: QueryAnalyser, words: readonly TypedWord[]): Steps<ReadonlyMap<number, readonly Synonym[]>>;
  /** The pages pinned for a text that `admits` lets pass, by place: each once, and each at a place of its own. */
  pinsOf(analyser: QueryAnalyser, text: string, admits: (page: number) => boolean): readonly RaisedPin[];
}

export function openCurated(table: CurationTable, { pages }: Corpus): Curated {
  let synonyms: SynonymTable | null = null;
  let pins: PinTable | null = null;
  const weights = lazily(() => weightsOfPages(table, pages.count));
  return {
    admitted: table.excluded.length === 0 ? null : admittedPages(table, pages.count),
    excluded: table.excluded.length === 0 ? null : table.excluded,
    hasWeights: table.weights.length > 0,
    weightOf(page) {
      const number = weights()?.[page] ?? 0;
      return number === 0 ? null : table.weights[number - 1]!;
    },
    *synonymsOf(analyser, words) {
      synonyms ??= new SynonymTable(table.synonyms, analyser);
      yield* synonyms.read();
      return synonyms.of(words);
    },
    pinsOf(analyser, text, admits) {
      pins ??= new PinTable(table.pins, analyser);
      return pins.of(analyser, text, admits);
    },
  };
}

function admittedPages({ excluded }: CurationTable, count: number): PageFilter {
  const pages = new Uint32Array(excluded.reduce((left, [from, to]) => left - (to - from), count));
  let at = 0;
  let page = 0;
  for (const [from, to] of [...excluded, [count, count] as const]) {
    while (page < from) pages[at++] = page++;
    page = to;
  }
  return new PageFilter(count, pages);
}

/** By page: 1 + the number of its weight, or 0; null without weights. */
function weightsOfPages({ weights }: CurationTable, count: number): Uint16Array | null {
  if (weights.length === 0) return null;
  const ofPages = new Uint16Array(count);
  for (const [number, { ranges }] of weights.entries())
    for (const [from, to] of ranges) ofPages.fill(number + 1, from, to);
  return ofPages;
}
