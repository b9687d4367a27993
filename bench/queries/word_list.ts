import type { QueryAnalyser } from '../../src/corpus/analysis/analyse_query.ts';
import type { Word } from '../engine.ts';
import type { SitePage } from '../pages/site_pages.ts';

/** A word to draw queries from. */
export interface KnownWord extends Word {
  /** Pages that hold it. */
  readonly pages: number;
}

const WRITTEN_WORD = /\p{L}{3,24}/gu;

/** The words of a site that an analyser reads as one term each, function words left out. */
export class WordList {
  /** In order of first mention. */
  readonly words: readonly KnownWord[];
  readonly pageCount: number;
  /** Pages that hold a term. */
  readonly documents: ReadonlyMap<string, number>;
  readonly #byTerm: ReadonlyMap<string, KnownWord>;

  constructor(pages: readonly SitePage[], analyser: QueryAnalyser) {
    this.pageCount = pages.length;
    this.documents = countPages(pages);
    this.#byTerm = collectWords(pages, analyser, this.documents);
    this.words = [...this.#byTerm.values()];
  }

  /** Words on `least` to `most` pages, or, if there are none, those nearest to that range. */
  band(least: number, most: number): KnownWord[] {
    const within = this.words.filter(({ pages }) => pages >= least && pages <= most);
    if (within.length > 0) return within;
    const distance = ({ pages }: KnownWord): number => Math.max(least - pages, pages - most);
    const nearest = Math.min(...this.words.map(distance));
    return this.words.filter((word) => distance(word) === nearest);
  }

  /** The words of a page that are on `least` to `most` pages of the site. */
  ofPage({ tokens }: SitePage, least: number, most: number): KnownWord[] {
    const terms = new Set(`${tokens.title} ${tokens.text}`.split(' '));
    return [...terms].flatMap((term) => {
      const word = this.#byTerm.get(term);
      return word !== undefined && word.pages >= least && word.pages <= most ? [word] : [];
    });
  }
}

function countPages(pages: readonly SitePage[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { tokens } of pages) {
    for (const term of new Set(`${tokens.title} ${tokens.text}`.split(' ')))
      counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  return counts;
}

function collectWords(
  pages: readonly SitePage[],
  analyser: QueryAnalyser,
  documents: ReadonlyMap<string, number>,
): Map<string, KnownWord> {
  const seen = new Set<string>();
  const byTerm = new Map<string, KnownWord>();
  for (const { body } of pages) {
    for (const [written] of body.matchAll(WRITTEN_WORD)) {
      if (seen.has(written)) continue;
      seen.add(written);
      const term = onlyTerm(written, analyser);
      const held = term === null ? undefined : documents.get(term);
      if (term !== null && held !== undefined && !byTerm.has(term)) byTerm.set(term, { written, term, pages: held });
    }
  }
  return byTerm;
}

/** The term of a word if it is the same in every language of the site; null if it differs, is none or is a function word. */
function onlyTerm(written: string, analyser: QueryAnalyser): string | null {
  const [unit, ...more] = analyser.units(written);
  if (unit === undefined || more.length > 0 || unit.functionWordOn > 0 || unit.parts.length !== 1) return null;
  const { terms } = unit.parts[0]!;
  return terms.length === 1 ? terms[0]! : null;
}
