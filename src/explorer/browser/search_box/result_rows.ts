import type { Range, SearchAnswer, SearchRow, SearchSection } from '../../../client/api_types.ts';
import { marked } from '../../view/texts.ts';
import type { Say } from './box_labels.ts';
import { element } from './element.ts';

export interface Option {
  /** `<a role="option">`: a real link, so that it opens in a new tab as links do. */
  readonly link: HTMLAnchorElement;
  /** The page that it leads to; null: it is another text to search. */
  readonly path: string | null;
  /** The other text. */
  readonly q: string;
}

interface RowOptions {
  readonly say: Say;
  /** Address of the page that shows the rows, which root-relative addresses in the answer are of the same site as. */
  readonly page: string;
  /** The page with all results of a text. */
  readonly resultsOf: (q: string) => string;
}

/** What an option shows: its name, and its description if it has one. */
interface OptionParts {
  readonly name: readonly (Node | string)[];
  readonly trail?: string;
  readonly excerpt?: readonly (Node | string)[];
}

/** The options of an answer, in order: the pages, each with its sections after it. */
export function resultRows(answer: SearchAnswer, { say, page, resultsOf }: RowOptions): Option[] {
  const made: Option[] = [];
  const addPage = ({ path, language }: SearchRow, address: string, kind: string, parts: OptionParts): void => {
    const href = webAddress(address, page);
    if (href !== null) made.push({ path, q: '', link: optionLink(made.length, kind, href, parts, language) });
  };
  const { didYouMean, relaxed, total } = answer;
  // Where typing errors were forgiven, the rows are already those of the other text.
  if (didYouMean !== null && (relaxed === true || didYouMean.total > total)) {
    const { q } = didYouMean;
    made.push({
      path: null,
      q,
      link: optionLink(0, 'meant', resultsOf(q), { name: [say('didYouMean', { q })] }, null),
    });
  }
  for (const row of answer.items) {
    const { canonical, title, titleRanges, match, sections } = row;
    // Its sections are at the same address.
    if (webAddress(canonical, page) === null) continue;
    // Where only the title has hits, it is the excerpt too.
    const hasExcerpt = match !== null && sections.length === 0 && match.excerpt !== title;
    const excerpt = hasExcerpt ? withHits(match.excerpt, match.ranges) : [];
    addPage(row, canonical, 'page', { name: withHits(title, titleRanges), excerpt });
    for (const section of sections) addPage(row, section.address, 'section', sectionParts(row, section, say));
  }
  return made;
}

/** The title of the page is in the name, so that sections of different pages differ when they are read out. */
function sectionParts({ title }: SearchRow, section: SearchSection, say: Say): OptionParts {
  const page = element('span', { class: 'unseen' }, [` ${say('inPage', { title })}`]);
  return {
    name: [...withHits(section.heading, section.headingRanges), page],
    trail: section.trail.join(' › '),
    excerpt: withHits(section.excerpt, section.ranges),
  };
}

function optionLink(
  at: number,
  kind: string,
  href: string,
  { name, trail = '', excerpt = [] }: OptionParts,
  lang: string | null,
): HTMLAnchorElement {
  const id = `option-${at}`;
  const part = `row ${kind}`;
  return element(
    'a',
    {
      ...{ id, href, lang, part, class: part, role: 'option', tabindex: '-1', 'aria-selected': 'false' },
      'aria-labelledby': `${id}-name`,
      'aria-describedby': excerpt.length === 0 ? null : `${id}-excerpt`,
    },
    [
      trail === '' ? null : element('span', { class: 'trail', dir: 'auto' }, [trail]),
      element('span', { class: 'name', id: `${id}-name`, dir: 'auto' }, name),
      excerpt.length === 0 ? null : element('span', { class: 'excerpt', id: `${id}-excerpt`, dir: 'auto' }, excerpt),
    ],
  );
}

/** A text with its hits in `<mark>`. */
function withHits(text: string, ranges: readonly Range[]): (Node | string)[] {
  return marked(text, ranges, (hit) => element('mark', { part: 'mark' }, [hit]));
}

/** An address that is safe in a link: the page's author may not control the service, so `javascript:` is not allowed. */
function webAddress(text: string, base: string): string | null {
  if (!URL.canParse(text, base)) return null;
  const { protocol, href } = new URL(text, base);
  return protocol === 'https:' || protocol === 'http:' ? href : null;
}
