import type { VNode } from 'preact';
import type { Copies, SearchRow } from '../../client/api_types.ts';
import { CURRENT, copyName } from '../../text/copy_name.ts';
import * as labels from './explorer_labels.ts';
import { languageTitle, type SiteFacts } from './explorer_state.ts';
import { html } from './html.ts';
import { pageAddress } from './texts.ts';

/** A page that a row speaks for: another version of it, a translation, or the same text elsewhere. */
export type Copy = Copies['items'][number];

/** So many copies are shown at first. One more needs no more room than the line that opens the rest. */
const shownCopies = 2;

/** Where the text of a row stands too: "Also in 7.22, 7.8 and 5 more". Null where it does not. */
export function alsoIn({ copies, language }: SearchRow, facts: SiteFacts): VNode | null {
  if (copies === undefined) return null;
  const { total, items } = copies;
  const first = items.slice(0, total === shownCopies + 1 ? total : shownCopies);
  const rest = items.slice(first.length);
  const left = total - items.length;
  return html`<div class="copies">${labels.alsoIn} ${linked(first, language, facts)}
    ${rest.length === 0 ? null : html` ${labels.and} <details><summary>${labels.more(total - first.length)}</summary> ${linked(rest, language, facts)}${left > 0 ? ` ${labels.andMore(left)}` : ''}</details>`}
  </div>`;
}

/** A list of copies, as links. */
interface CopyList {
  readonly title: string;
  readonly items: readonly { readonly path: string; readonly title: string; readonly language?: string }[];
}

/** The copies of a page by kind, for the page itself. Of other languages each is listed once. */
export function copyLists(copies: readonly Copy[], language: string, facts: SiteFacts): readonly CopyList[] {
  const own = copies.filter((copy) => copy.language === language);
  const isVersion = ({ name }: Copy): boolean => name === CURRENT || facts.versions.includes(name);
  const foreign = copies.filter((copy) => copy.language !== language);
  const firsts = [...Map.groupBy(foreign, (copy) => copy.language).values()].map(([first]) => first!);
  const listed = (title: string, of: readonly Copy[], name: (copy: Copy) => string): CopyList => {
    return { title, items: of.map((copy) => ({ path: copy.path, title: name(copy) })) };
  };
  const languages = firsts.map(({ path, language: code }) => {
    return { path, title: languageTitle(facts, code), language: code };
  });
  return [
    listed(labels.otherVersions, own.filter(isVersion), ({ name }) =>
      name === CURRENT ? labels.currentVersion : name,
    ),
    { title: labels.otherLanguages, items: languages },
    listed(
      labels.sameText,
      own.filter((copy) => !isVersion(copy)),
      ({ path }) => path,
    ),
  ];
}

function linked(copies: readonly Copy[], language: string, facts: SiteFacts): (VNode | string)[] {
  return copies.flatMap((copy, at) => [at > 0 ? ', ' : '', copyLink(copy, language, facts)]);
}

/** @param language of the page beside which the link stands */
function copyLink(copy: Copy, language: string, facts: SiteFacts): VNode {
  const isForeign = copy.language !== language;
  return html`<a href=${pageAddress(copy.path)} hreflang=${isForeign ? copy.language : undefined} lang=${isForeign ? copy.language : undefined}>${copyName(copy, language, (code) => languageTitle(facts, code))}</a>`;
}
