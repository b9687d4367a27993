/** A text by plural category of its `{total}`, as `Intl.PluralRules` names them; `other` is for all that are not there. */
export type PluralText = string | { readonly other: string; readonly [category: string]: string };

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
  none: 'No page for “{q}”',
  relaxed: {
    one: 'No page has all words: {total} page with some of them',
    other: 'No page has all words: {total} pages with some of them',
  },
  all: { one: 'Show {total} result', other: 'Show all {total} results' },
  didYouMean: 'Did you mean {q}?',
  allLanguages: 'Search in all languages',
  alsoIn: 'Also in {names}. Press the right arrow to switch.',
  inPage: 'in {title}',
  recent: 'Recently opened',
  keys: 'Type to search. Arrow keys choose a page, Enter opens it, Esc closes.',
  searching: 'Searching…',
  offline: 'Search cannot be reached. Try again when you are online.',
  close: 'Close',
};

/** The words of the box by name, with what they say of a search filled in. */
export type Say = (label: keyof BoxLabels, values?: Readonly<Record<string, string | number>>) => string;

/**
 * @param json an object with the translated labels, those of `BoxLabels`; others stay English. Null, or not such JSON: none is translated
 * @param language of the page, for numbers and plurals; empty or unknown: that of the browser
 */
export function readLabels(json: string | null, language: string): Say {
  const labels: Readonly<Record<string, unknown>> = { ...english, ...objectOf(json) };
  const locale = localeOf(language);
  const plural = new Intl.PluralRules(locale);
  const number = new Intl.NumberFormat(locale);

  function textOf(label: keyof BoxLabels, total: unknown): string {
    const given = [labels[label], english[label]].map((text) =>
      typeof text === 'object' && text !== null
        ? ((text as Record<string, unknown>)[plural.select(Number(total))] ?? (text as Record<string, unknown>).other)
        : text,
    );
    return given.find((text) => typeof text === 'string') as string;
  }

  return (label, values = {}) =>
    textOf(label, values.total).replaceAll(/\{(\w+)\}/g, (place, name: string) => {
      const value = values[name];
      return value === undefined ? place : typeof value === 'number' ? number.format(value) : value;
    });
}

function objectOf(json: string | null): object {
  try {
    const value: unknown = JSON.parse(json ?? '{}');
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

function localeOf(language: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(language)[0];
  } catch {
    return undefined;
  }
}
