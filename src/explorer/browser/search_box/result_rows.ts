import type { Range, SearchAnswer, SearchRow, SearchSection } from '../../../client/api_types.ts';
import { marked } from '../../view/texts.ts';
import type { Say } from './box_labels.ts';
import { element } from './box_view.ts';

/** The target of an option in the list. */
export type Choice =
  | { readonly kind: 'page'; readonly path: string; readonly address: string }
  /** Another text to search. */
  | { readonly kind: 'text'; readonly q: string };

export interface Option {
  /** `<a role="option">`: a real link, so that it opens in a new tab as links do. */
  readonly link: HTMLAnchorElement;
  readonly choice: Choice;
}

export interface RowOptions {
  readonly say: Say;
  /** Address of the page that shows the rows, which root-relative addresses in the answer are of the same site as. */
  readonly page: string;
  /** The page with all results of a text. */
  readonly resultsOf: (q: string) => string;
}

/** The options of an answer, in order: the pages, each with its sections after it. */
export function resultRows(answer: SearchAnswer, options: RowOptions): Option[] {
  const made: Option[] = [];
  const add = (choice: Choice, kind: string, lang: string | null, parts: OptionParts): void => {
    const id = `option-${made.length}`;
    const address = choice.kind === 'page' ? choice.address : options.resultsOf(choice.q);
    made.push({ choice, link: optionLink(id, kind, address, parts, lang) });
  };
  const { didYouMean, relaxed, total } = answer;
  // Where typing errors were forgiven, the rows are already those of the other text.
  if (didYouMean !== null && (relaxed === true || didYouMean.total > total)) {
    const { q } = didYouMean;
    add({ kind: 'text', q }, 'meant', null, { name: [options.say('didYouMean', { q })], trail: null, excerpt: [] });
  }
  for (const row of answer.items) {
    const { path, title, language, match, sections } = row;
    const address = webAddress(row.canonical, options.page);
    if (address === null) continue;
    // Where only the title has hits, it is the excerpt too.
    const hasExcerpt = match !== null && sections.length === 0 && match.excerpt !== title;
    const excerpt = hasExcerpt ? withHits(match.excerpt, match.ranges) : [];
    add({ kind: 'page', path, address }, 'page', language, {
      name: withHits(title, row.titleRanges),
      trail: null,
      excerpt,
    });
    for (const section of sections) {
      const place = webAddress(section.address, options.page);
      if (place === null) continue;
      add({ kind: 'page', path, address: place }, 'section', language, sectionParts(row, section, options.say));
    }
  }
  return made;
}

interface OptionParts {
  /** Name of the option. */
  readonly name: readonly (Node | string)[];
  readonly trail: Node | string | null;
  /** Its description. */
  readonly excerpt: readonly (Node | string)[];
}

/** The title of the page is in the name, so that sections of different pages differ when they are read out. */
function sectionParts({ title }: SearchRow, section: SearchSection, say: Say): OptionParts {
  return {
    name: [
      ...withHits(section.heading, section.headingRanges),
      element('span', { class: 'unseen' }, [` ${say('inPage', { title })}`]),
    ],
    trail: section.trail.length === 0 ? null : section.trail.join(' › '),
    excerpt: withHits(section.excerpt, section.ranges),
  };
}

function optionLink(
  id: string,
  kind: string,
  href: string,
  { name, trail, excerpt }: OptionParts,
  lang: string | null,
): HTMLAnchorElement {
  const part = `row ${kind}`;
  return element(
    'a',
    {
      ...{ id, href, lang, part, class: part, role: 'option', tabindex: '-1', 'aria-selected': 'false' },
      'aria-labelledby': `${id}-name`,
      'aria-describedby': excerpt.length === 0 ? null : `${id}-excerpt`,
    },
    [
      trail === null ? null : element('span', { class: 'trail', dir: 'auto' }, [trail]),
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
