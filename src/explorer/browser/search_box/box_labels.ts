import type { SearchAnswer } from '../../../client/api_types.ts';
import type { PluralText, SayOf } from '../labels.ts';

/** The words of the box. Pages translate them; `{q}`, `{title}`, `{names}` and `{total}` stand for what the search gives. */
export interface BoxLabels {
  /** Name of the field, unless the field in the form inside the element has one. */
  readonly search: string;
  /** Name of the list of rows. */
  readonly results: string;
  readonly pages: PluralText;
  readonly none: string;
  /** Pages that lack some of the words. */
  readonly relaxed: PluralText;
  /** Leads to the page with all results. */
  readonly all: PluralText;
  readonly didYouMean: string;
  /** Leads to the same search in all languages. */
  readonly allLanguages: string;
  /** Names the copies of a page, which the arrow keys lead to. */
  readonly alsoIn: string;
  readonly inPage: string;
  /** Above the pages that the reader opened last, in an empty dialog. */
  readonly recent: string;
  /** The same where the reader also keeps pages. */
  readonly keptAndRecent: string;
  /** The star of a row: the state and the key. */
  readonly kept: string;
  readonly notKept: string;
  /** Name of the collections to choose from. */
  readonly filter: string;
  /** One of them with its number of pages. */
  readonly pagesIn: PluralText;
  /** In an empty dialog without such pages. */
  readonly keys: string;
  readonly searching: string;
  readonly offline: string;
  readonly close: string;
}

export const english: BoxLabels = {
  search: 'Search',
  results: 'Search results',
  pages: { one: '{total} page', other: '{total} pages' },
  none: 'No pages for “{q}”',
  relaxed: {
    one: 'No page has all the words: {total} page with some of them',
    other: 'No page has all the words: {total} pages with some of them',
  },
  all: { one: 'Show {total} result', other: 'Show all {total} results' },
  didYouMean: 'Did you mean {q}?',
  allLanguages: 'Search in all languages',
  alsoIn: 'Also in {names}. Press the right arrow to switch.',
  inPage: 'in {title}',
  recent: 'Recently opened',
  keptAndRecent: 'Kept and recent',
  kept: 'Kept. Alt+Enter removes it.',
  notKept: 'Not kept. Alt+Enter keeps it.',
  filter: 'Collections',
  pagesIn: '{title} {total}',
  keys: 'Type to search. Arrow keys choose a page, Enter opens it, Esc closes.',
  searching: 'Searching…',
  offline: 'Search cannot be reached. Try again when you are online.',
  close: 'Close',
};

export type Say = SayOf<BoxLabels>;

/** What the status line says of an answer. */
export function statusOf({ total, relaxed }: SearchAnswer, q: string, say: Say): string {
  if (total === 0) return say('none', { q });
  return say(relaxed === true ? 'relaxed' : 'pages', { total });
}
