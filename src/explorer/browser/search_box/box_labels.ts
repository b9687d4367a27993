import type { SearchAnswer } from '../../../client/api_types.ts';
import type { SayOf } from '../labels.ts';

/** The words of the box. Pages translate them; `{q}`, `{title}`, `{names}` and `{total}` stand for what the search gives. */
export const english = {
  /** Name of the field, unless the field in the form inside the element has one. */
  search: 'Search',
  /** Name of the list of rows. */
  results: 'Search results',
  pages: { one: '{total} page', other: '{total} pages' },
  none: 'No pages for “{q}”',
  /** Pages that lack some of the words. */
  relaxed: {
    one: 'No page has all the words: {total} page with some of them',
    other: 'No page has all the words: {total} pages with some of them',
  },
  /** Leads to the page with all results. */
  all: { one: 'Show {total} result', other: 'Show all {total} results' },
  didYouMean: 'Did you mean {q}?',
  /** Leads to the same search in all languages. */
  allLanguages: 'Search in all languages',
  /** Names the copies of a page, which the arrow keys lead to. */
  alsoIn: 'Also in {names}. Press the right arrow to switch.',
  inPage: 'in {title}',
  /** Above the pages that the reader opened last, in an empty dialog. */
  recent: 'Recently opened',
  /** The same where the reader also keeps pages. */
  keptAndRecent: 'Kept and recent',
  /** The star of a row: the state and the key. */
  kept: 'Kept. Alt+Enter removes it.',
  notKept: 'Not kept. Alt+Enter keeps it.',
  /** Name of the collections to choose from. */
  filter: 'Collections',
  /** One of them with its number of pages. */
  pagesIn: '{title} {total}',
  /** In an empty dialog without such pages. */
  keys: 'Type to search. Arrow keys choose a page, Enter opens it, Esc closes.',
  searching: 'Searching…',
  offline: 'Search cannot be reached. Try again when you are online.',
  close: 'Close',
};

export type Say = SayOf<typeof english>;

/** What the status line says of an answer. */
export function statusOf({ total, relaxed }: SearchAnswer, q: string, say: Say): string {
  if (total === 0) return say('none', { q });
  return say(relaxed === true ? 'relaxed' : 'pages', { total });
}
