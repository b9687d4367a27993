import type { QueryAnalyser, Unit } from '../../corpus/analysis/analyse_query.ts';
import { nameKey } from '../../corpus/analysis/name_key.ts';
import type { TextIndex } from '../../corpus/index/text_index.ts';
import type { MatchNode, Query, TextClause } from '../ask/plan.ts';
import type { Engine } from '../match/engine.ts';
import { type FieldOrAll, type PartTerm, partTerms } from '../match/postings.ts';
import { partKey } from '../match/unit_key.ts';

/** A distinct word of a query. */
export interface AskedWord {
  /** Those of its terms that the site has. */
  readonly terms: readonly PartTerm[];
  /** Rarity of its most frequent term; 0 when the site has none. */
  readonly rarity: number;
  /** How often it is asked for. */
  times: number;
}

/** A word in a text, by its index in `Asked.words`, and its position. */
export interface AskedPlace {
  readonly word: number;
  readonly position: number;
}

/** A text that rows are ranked by, and the field that it is looked for in. */
export interface AskedText {
  readonly field: FieldOrAll;
  readonly places: readonly AskedPlace[];
}

/** What re-rankers read of a query. */
export interface Asked {
  readonly texts: readonly AskedText[];
  /** Distinct words in order of first occurrence; without function words, unless there are no others. */
  readonly words: readonly AskedWord[];
  /** The texts that may name a page, as one name (`nameKey`); empty for a passage. */
  readonly name: string;
  /** The passage of a `like` query, else null. */
  readonly passage: string | null;
}

/** In a passage they do not ask for phrases. */
const QUOTES = /["“”„«»]/g;

/** Reads the texts that add to scores. @returns null for a query without any, whose rows are not ranked */
export function readAsked({ analyser, corpus }: Engine, query: Query): Asked | null {
  if (query.form === 'like') {
    const clause: TextClause = { text: query.like.replace(QUOTES, ' '), in: 'all' };
    return { ...readTexts(analyser, corpus.text, [clause]), name: '', passage: query.like };
  }
  if (query.form !== 'match') return null;
  const clauses = scoredClauses(query.match);
  if (clauses.length === 0) return null;
  const names = clauses.filter((clause) => namesPages(clause.in)).map(({ text }) => nameKey(text));
  return { ...readTexts(analyser, corpus.text, clauses), name: names.join(' '), passage: null };
}

/** Whether a text in this field may be the name of a page. */
function namesPages(field: FieldOrAll): boolean {
  return field === 'all' || field === 'title' || field === 'aliases';
}

function scoredClauses(node: MatchNode): TextClause[] {
  if ('text' in node) return [node];
  if ('not' in node) return [];
  return ('all' in node ? node.all : node.any).flatMap(scoredClauses);
}

function readTexts(
  analyser: QueryAnalyser,
  index: TextIndex,
  clauses: readonly TextClause[],
): Pick<Asked, 'texts' | 'words'> {
  const read = clauses.map((clause) => ({ field: clause.in, units: analyser.units(clause.text) }));
  const isTelling = ({ functionWordOn }: Unit): boolean => functionWordOn !== analyser.allStemmers;
  const some = read.some(({ units }) => units.some(isTelling));
  const words: AskedWord[] = [];
  const numbers = new Map<string, number>();
  const texts = read.map(({ field, units }): AskedText => {
    const places: AskedPlace[] = [];
    let position = 0;
    for (const unit of units) {
      if (!some || isTelling(unit)) {
        for (const part of unit.parts) {
          const key = partKey(part);
          let word = numbers.get(key);
          if (word === undefined) {
            const terms = partTerms(index, part);
            const rarity = terms.length === 0 ? 0 : Math.min(...terms.map(({ term }) => index.rarity[term]!));
            word = words.push({ terms, rarity, times: 0 }) - 1;
            numbers.set(key, word);
          }
          words[word]!.times++;
          places.push({ word, position: position + part.offset });
        }
      }
      position += unit.parts.at(-1)!.offset + 1;
    }
    return { field, places };
  });
  return { texts, words };
}
