import type { Range, SearchAnswer, SearchRow, SearchSection } from '../../../client/api_types.ts';
import { withDirective } from '../../view/text_directive.ts';
import { behindHeading, behindTitle, type MarkedText, marked } from '../../view/texts.ts';
import { element } from '../element.ts';
import { webAddress } from '../web_address.ts';
import type { Say } from './box_labels.ts';
import { type CopiesOptions, type RowCopies, rowCopies } from './row_copies.ts';
import type { StoredPage } from './stored_pages.ts';

export interface Option {
  /** `<a role="option">`: a real link, so that it opens in a new tab as links do. */
  readonly link: HTMLAnchorElement;
  /** The page that it leads to now; null: it is another search. */
  path: string | null;
  /** Of the page, with its language; absent: it is another search. */
  title?: string;
  language?: string | null;
  /** The text of the other search. */
  readonly q: string;
  /** Whether that is in all languages. */
  readonly isEverywhere?: boolean;
  /** Of a page that has copies. */
  readonly copies?: RowCopies;
}

interface RowOptions extends CopiesOptions {
  /** Whether a search in all languages may find more. */
  readonly isNarrow: boolean;
  /** The page with all results of a text, in all languages where these are wanted; null: there is none. */
  readonly resultsOf: (q: string, isEverywhere?: boolean) => string | null;
}

/** What an option shows: its name, and its description if it has one. */
interface OptionParts {
  readonly name: readonly (Node | string)[];
  readonly trail?: string;
  readonly copies?: RowCopies;
  readonly excerpt?: readonly (Node | string)[];
}

/** The options of an answer, in order: the pages, each with its sections after it. */
export function resultRows(answer: SearchAnswer, q: string, options: RowOptions): Option[] {
  const { say, page, isNarrow, resultsOf } = options;
  const made: Option[] = [];
  const add = (
    kind: string,
    href: string,
    parts: OptionParts,
    own: Omit<Option, 'link'>,
    lang: string | null,
  ): void => {
    made.push({ ...own, link: optionLink(made.length, kind, href, parts, lang) });
  };
  const addSearch = (text: string, own: Omit<Option, 'link' | 'path'>): void =>
    add('meant', resultsOf(own.q, own.isEverywhere) ?? '#', { name: [text] }, { ...own, path: null }, null);
  const { didYouMean, relaxed, total } = answer;
  // Where typing errors were forgiven, the rows are already those of the other text.
  if (didYouMean !== null && (relaxed === true || didYouMean.total > total)) {
    addSearch(say('didYouMean', { q: didYouMean.q }), { q: didYouMean.q });
  }
  if (total === 0 && isNarrow) addSearch(say('allLanguages'), { q, isEverywhere: true });
  const titles = answer.items.map(({ title }) => title);
  for (const row of answer.items) {
    const { path, language, canonical, title, titleRanges, match, sections } = row;
    const href = webAddress(canonical, page);
    // Its sections are at the same address.
    if (href === null) continue;
    // What follows the title of a page, where that is its first heading too, is what the page itself shows.
    const beginning = sections.find(({ depth, heading }) => depth === 1 && heading === title);
    const shown: MarkedText = match === null || sections.length > 0 ? ['', []] : behindTitle(match, title);
    const excerpt: MarkedText = beginning === undefined ? shown : behindHeading(beginning);
    const at = made.length;
    const copies = rowCopies(row, `option-${at}`, href, options, (place, address) => {
      const option = made[at];
      if (option === undefined) return;
      // The title of a copy comes later.
      Object.assign(option, { title }, place);
      option.link.href = address;
    });
    // The folder tells pages with one title apart.
    const isAlone = titles.indexOf(title) === titles.lastIndexOf(title);
    const parts = {
      ...{ name: withHits(title, titleRanges), excerpt: withHits(...excerpt), copies },
      trail: isAlone ? '' : foldersOf(path),
    };
    add('page', withDirective(href, ...excerpt), parts, { path, q: '', title, language, copies }, language);
    for (const section of sections) {
      const address = section === beginning ? null : webAddress(section.address, page);
      if (address === null) continue;
      const leading = withDirective(address, ...behindHeading(section));
      add('section', leading, sectionParts(row, section, say), { path, q: '', title, language }, language);
    }
  }
  return made;
}

/** The options of pages that the reader opened before or keeps. */
export function storedRows(pages: readonly StoredPage[], page: string): Option[] {
  return pages.flatMap(({ path, title, address, language }, at) => {
    const href = webAddress(address, page);
    if (href === null) return [];
    const link = optionLink(at, 'page', href, { name: [title], trail: foldersOf(path) }, language);
    return { link, path, title, language, q: '' };
  });
}

function foldersOf(path: string): string {
  return path.split('/').slice(0, -1).join(' › ');
}

/** The title of the page is in the name, so that sections of different pages differ when they are read out. */
function sectionParts({ title }: SearchRow, section: SearchSection, say: Say): OptionParts {
  const page = element('span', { class: 'unseen' }, [` ${say('inPage', { title })}`]);
  return {
    name: [...withHits(section.heading, section.headingRanges), page],
    trail: section.trail.filter((heading, at) => at > 0 || heading !== title).join(' › '),
    excerpt: withHits(...behindHeading(section)),
  };
}

function optionLink(
  at: number,
  kind: string,
  href: string,
  { name, trail = '', copies, excerpt = [] }: OptionParts,
  lang: string | null,
): HTMLAnchorElement {
  const id = `option-${at}`;
  const part = `row ${kind}`;
  const excerptText =
    excerpt.length === 0 ? null : element('span', { class: 'excerpt', id: `${id}-excerpt`, dir: 'auto' }, excerpt);
  const described = [copies?.told, excerptText].flatMap((text) => text?.id ?? []);
  return element(
    'a',
    {
      ...{ id, href, lang, part, class: part, role: 'option', tabindex: '-1', 'aria-selected': 'false' },
      'aria-labelledby': `${id}-name`,
      'aria-describedby': described.join(' ') || null,
    },
    [
      trail === '' ? null : element('span', { class: 'trail', dir: 'auto' }, [trail]),
      element('span', { class: 'head' }, [
        element(
          'span',
          { class: 'name', id: `${id}-name`, dir: 'auto' },
          copies?.label == null ? name : [...name, ' ', copies.label],
        ),
        copies?.turner ?? null,
      ]),
      copies?.told ?? null,
      excerptText,
    ],
  );
}

/** A text with its hits in `<mark>`. */
function withHits(text: string, ranges: readonly Range[]): (Node | string)[] {
  return marked(text, ranges, (hit) => element('mark', { part: 'mark' }, [hit]));
}
