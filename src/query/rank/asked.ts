import type { QueryAnalyser } from '../../corpus/analysis/analyse_query.ts';
import type { Part, PartTerm, Unit } from '../../corpus/analysis/unit.ts';
import { nameKey } from '../../corpus/analysis/words_of_text.ts';
import { keyOfHeading, type NamedPage } from '../../corpus/index/name_index.ts';
import type { TextIndex } from '../../corpus/index/text_index.ts';
import type { MatchNode, Query, TextClause } from '../ask/plan.ts';
import type { Engine } from '../match/engine.ts';
import type { ReadText } from '../match/match_set.ts';
import { type FieldOrAll, partTerms } from '../match/postings.ts';
import { partKey } from '../match/unit_key.ts';

/** A distinct word of a query. */
export interface AskedWord {
  /** Those of its terms that the site has. */
  readonly terms: readonly PartTerm[];
  /** Rarity of its most frequent term; 0 when the site has none of its terms. */
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

/** A page whose name is asked for. */
export interface AskedPage extends NamedPage {
  /** Whether its name is the whole text, and not the text without function words at its beginning. */
  readonly isWhole: boolean;
}

/** What re-rankers read of a query. */
export interface Asked {
  readonly texts: readonly AskedText[];
  /** Distinct words in order of first occurrence; without function words, unless there are no others. */
  readonly words: readonly AskedWord[];
  /** The texts that may name a page, joined; empty for a passage. */
  readonly name: string;
  /** The pages whose name the texts ask for; empty for a passage. */
  readonly named: readonly AskedPage[];
  /** The pages with a heading that the texts ask for; empty for a passage. */
  readonly headed: readonly number[];
  /** The passage of a `like` query, else null. */
  readonly passage: string | null;
}

/**
 * Reads the texts that add to scores.
 * @param read those texts as matching analysed them (`MatchSet.clauses`); null: they are analysed here
 * @returns null for a query without any, whose rows are not ranked
 */
export function readAsked(
  { analyser, corpus }: Engine,
  query: Query,
  read: readonly ReadText[] | null = null,
): Asked | null {
  const { text } = corpus;
  if (query.form === 'like') {
    const texts = read ?? [{ field: 'all', units: analyser.passage(query.like).units }];
    return { ...readTexts(analyser, text, texts), name: '', named: [], headed: [], passage: query.like };
  }
  if (query.form !== 'match') return null;
  const clauses = scoredClauses(query.match);
  if (clauses.length === 0) return null;
  const texts = read ?? clauses.map((clause) => ({ field: clause.in, units: analyser.units(clause.text) }));
  const naming = namingTexts(clauses);
  const names = namesIn(analyser, naming);
  const named = findNamed(text, names);
  // Headings are no part of titles.
  const headed = clauses.every((clause) => clause.in === 'all') ? findHeaded(text, names) : [];
  return { ...readTexts(analyser, text, texts), name: naming.join(' '), named, headed, passage: null };
}

/** The texts that may be the name of a page. */
function namingTexts(clauses: readonly TextClause[]): string[] {
  return clauses.filter((clause) => namesPages(clause.in)).map((clause) => clause.text);
}

/** Maximum number of function words left out at the beginning of a question to find a name. */
const MOST_LEFT_OUT = 4;

/**
 * The keys of names that texts ask for: that of all texts, then the same without function words at its beginning, then both without
 * texts of function words alone.
 * @example `What is an ETag?` asks for `what is an etag`, `is an etag`, `an etag` and `etag`
 */
function namesIn(analyser: QueryAnalyser, texts: readonly string[]): string[] {
  const keys = texts.map(nameKey).filter((key) => key !== '');
  const names: string[] = [];
  addNames(analyser, keys, names);
  if (keys.length > 1 && keys.some((key) => afterFunctionWord(analyser, key) !== null)) {
    const content = keys.filter((key) => hasContentWord(analyser, key));
    if (content.length > 0 && content.length < keys.length) addNames(analyser, content, names);
  }
  return names;
}

function addNames(analyser: QueryAnalyser, keys: readonly string[], names: string[]): void {
  let name: string | null = keys.join(' ');
  for (let left = 0; left <= MOST_LEFT_OUT && name !== null && name !== ''; left++) {
    names.push(name);
    name = afterFunctionWord(analyser, name);
  }
}

function hasContentWord(analyser: QueryAnalyser, key: string): boolean {
  let rest: string | null = key;
  while (rest !== null && rest !== '') rest = afterFunctionWord(analyser, rest);
  return rest === null;
}

/** @returns a key without its first word, or null when that word is not a function word */
function afterFunctionWord(analyser: QueryAnalyser, key: string): string | null {
  const end = key.indexOf(' ');
  const word = end < 0 ? key : key.slice(0, end);
  if (analyser.word(word).functionWordOn !== analyser.allStemmers) return null;
  return end < 0 ? '' : key.slice(end + 1);
}

/** @param names keys; @returns the pages that have the longest name that some page has */
function findNamed({ names: index }: TextIndex, names: readonly string[]): AskedPage[] {
  for (const name of names) {
    const isWhole = name === names[0];
    const found = index.find(name).filter(({ titled }) => titled || isWhole);
    if (found.length > 0) return found.map(({ page, titled }) => ({ page, titled, isWhole }));
  }
  return [];
}

/** Most pages, versions among them, that have a heading that tells one page from others. */
const MOST_HEADED = 20;

/** @returns the pages with the longest of the names that few pages have as a heading */
function findHeaded({ names: index }: TextIndex, names: readonly string[]): number[] {
  const found = names.map((name) => index.find(keyOfHeading(name)));
  const pages = found.find(({ length }) => length > 0 && length <= MOST_HEADED) ?? [];
  return pages.map(({ page }) => page);
}

/** Whether a text in this field may be the name of a page. */
function namesPages(field: FieldOrAll): boolean {
  return field === 'all' || field === 'title' || field === 'aliases';
}

/** The clauses of a tree that add to scores: those that are under no `not`. */
function scoredClauses(node: MatchNode): TextClause[] {
  if ('text' in node) return [node];
  if ('not' in node) return [];
  return ('all' in node ? node.all : node.any).flatMap(scoredClauses);
}

function readTexts(
  analyser: QueryAnalyser,
  index: TextIndex,
  read: readonly ReadText[],
): Pick<Asked, 'texts' | 'words'> {
  const isContentWord = ({ functionWordOn }: Unit): boolean => functionWordOn !== analyser.allStemmers;
  const some = read.some(({ units }) => units.some(isContentWord));
  const words: AskedWord[] = [];
  const numbers = new Map<string, number>();
  const texts = read.map(({ field, units }): AskedText => {
    const places: AskedPlace[] = [];
    let position = 0;
    for (const unit of units) {
      if (!some || isContentWord(unit)) {
        for (const part of unit.parts) {
          const key = partKey(part);
          let word = numbers.get(key);
          if (word === undefined) {
            word = words.push(readWord(index, part)) - 1;
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

function readWord(index: TextIndex, part: Part): AskedWord {
  const terms = partTerms(index, part);
  let rarity = terms.length === 0 ? 0 : Number.POSITIVE_INFINITY;
  for (const { term } of terms) rarity = Math.min(rarity, index.rarity[term]!);
  return { terms, rarity, times: 0 };
}
