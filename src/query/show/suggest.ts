import { STEP_WORK, type Steps } from '../../async/steps.ts';
import { wordsOfText } from '../../corpus/analysis/words_of_text.ts';
import type { Corpus } from '../../corpus/corpus.ts';
import { byCodePoint } from '../../text/by_code_point.ts';
import type { Engine } from '../match/engine.ts';
import type { PageFilter } from '../match/page_filter.ts';
import { wholePostings } from '../match/postings.ts';
import { countExact } from '../match/spellings/did_you_mean.ts';
import type { Scope } from '../match/spellings/match_typed.ts';
import { commonestWords, pagesOfWord } from '../match/spellings/near_words.ts';
import type { Workspace } from '../match/workspace.ts';
import type { Row } from '../rank/top.ts';
import { titleOf } from './highlight_text.ts';

/** What may be typed: a title or a heading, with the path of its page, or a word. */
export interface Suggestion {
  readonly text: string;
  /** Pages that hold all its words. */
  readonly total: number;
  readonly path?: string;
}

/** A text that may be suggested, of a page that `links` pages link to. */
interface Candidate {
  readonly text: string;
  readonly page: number;
  readonly links: number;
}

/**
 * Suggests titles, then headings of the rows, whose words begin with the last word typed and hold the others: by the pages that
 * link to the page, then length, then text. After those words of the site that begin with it, by pages. Uses the workspace.
 *
 * @param rows the first rows of the answer; @param most how many suggestions
 */
export function* suggest(
  engine: Engine,
  workspace: Workspace,
  q: string,
  rows: readonly Row[],
  most: number,
  scope: Scope,
): Steps<Suggestion[]> {
  const typed = wordsOfText(q).split(' ');
  const last = typed.at(-1)!;
  if (last === '') return [];
  const fits = (words: string): boolean => {
    const padded = ` ${words} `;
    return typed.every((word, i) => padded.includes(i === typed.length - 1 ? ` ${word}` : ` ${word} `));
  };
  const best = new BestCandidates(most, engine.corpus);
  yield* addTitles(engine, workspace, last, fits, scope.filter, best);
  const titles = best.candidates;
  const headings = new BestCandidates(most - titles.length, engine.corpus);
  if (titles.length < most) yield* addHeadings(engine, rows, fits, headings);
  const texts = new Set(titles.map(({ text }) => text));
  const named = [...titles, ...headings.candidates.filter(({ text }) => !texts.has(text))];
  const suggestions: Suggestion[] = [];
  for (const { text, page } of named) {
    yield;
    const total = yield* countExact(engine, workspace, text, scope);
    suggestions.push({ text, total, path: engine.corpus.pages.path(page) });
  }
  const { words, text } = engine.corpus;
  const admitted = engine.curated()?.admitted ?? null;
  for (const word of commonestWords(words, text.all.starts, ...words.withPrefix(last), most - suggestions.length)) {
    const written = words.word(word);
    const total =
      admitted === null
        ? pagesOfWord(words, text.all.starts, word)
        : yield* countExact(engine, workspace, written, { filter: admitted, grouped: false, pinned: [] });
    if (total > 0) suggestions.push({ text: written, total });
  }
  return suggestions;
}

/** Keeps the best candidates, each text once. */
class BestCandidates {
  readonly candidates: Candidate[] = [];
  readonly #most: number;
  readonly #copies: Corpus['copies'];

  constructor(most: number, { copies }: Corpus) {
    this.#most = most;
    this.#copies = copies;
  }

  /** Whether a page with so many links may be among the best. */
  admits(links: number): boolean {
    return this.candidates.length < this.#most || links >= (this.candidates.at(-1)?.links ?? Number.POSITIVE_INFINITY);
  }

  add(candidate: Candidate): void {
    const same = this.candidates.findIndex(({ text }) => text === candidate.text);
    if (same >= 0) {
      if (this.#isBetter(this.candidates[same]!, candidate)) return;
      this.candidates.splice(same, 1);
    }
    const place = this.candidates.findIndex((each) => compare(candidate, each) < 0);
    this.candidates.splice(place < 0 ? this.candidates.length : place, 0, candidate);
    if (this.candidates.length > this.#most) this.candidates.pop();
  }

  /** Whether a candidate is better than another one of the same text: of copies the one that speaks for both. */
  #isBetter(known: Candidate, other: Candidate): boolean {
    const { group, place } = this.#copies;
    const own = group[known.page] ?? 0;
    if (own > 0 && own === group[other.page]) return place[known.page]! < place[other.page]!;
    return compare(known, other) <= 0;
  }
}

function compare(a: Candidate, b: Candidate): number {
  return b.links - a.links || a.text.length - b.text.length || byCodePoint(a.text, b.text) || a.page - b.page;
}

function* addTitles(
  engine: Engine,
  { seen }: Workspace,
  last: string,
  fits: (words: string) => boolean,
  filter: PageFilter | null,
  best: BestCandidates,
): Steps<void> {
  const { corpus } = engine;
  const { words, text, pages, links } = corpus;
  const [from, to] = words.withPrefix(last);
  seen.clear();
  let work = 0;
  for (let i = words.termStarts[from]!; i < words.termStarts[to]!; i++) {
    const list = wholePostings(text, 'title', words.terms[i]!);
    for (let at = list.from; at < list.to; at++) {
      const page = list.pages[at]!;
      if (seen.has(page)) continue;
      seen.add(page);
      work += 4;
      const count = links.countIncoming(page);
      if (!best.admits(count) || (filter !== null && !filter.has(page))) continue;
      work += 16;
      if (fits(pages.titleWords(page))) best.add({ text: titleOf(engine, page), page, links: count });
    }
    work += 2;
    if (work <= STEP_WORK) continue;
    work = 0;
    yield;
  }
}

/** Most headings of one page that are read. */
const MOST_HEADINGS = 64;

function* addHeadings(
  engine: Engine,
  rows: readonly Row[],
  fits: (words: string) => boolean,
  best: BestCandidates,
): Steps<void> {
  const { headings, links } = engine.corpus;
  for (const { page } of rows) {
    const count = links.countIncoming(page);
    if (!best.admits(count)) continue;
    yield;
    const first = headings.starts[page]!;
    const end = Math.min(headings.starts[page + 1]!, first + MOST_HEADINGS);
    for (let heading = first; heading < end; heading++) {
      const { text } = headings.read(heading);
      if (fits(wordsOfText(text))) best.add({ text, page, links: count });
    }
  }
}
