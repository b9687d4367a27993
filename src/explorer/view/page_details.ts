import type { VNode } from 'preact';
import type { PageReference, SinglePage } from '../../client/api_types.ts';
import { type Copy, copyLists } from './copies.ts';
import * as labels from './explorer_labels.ts';
import { addressOf, collectionTitle, languageTitle, readState, type SiteFacts } from './explorer_state.ts';
import { breakable, html } from './html.ts';
import { encodePath, headingLevels, pageAddress, textDirection } from './texts.ts';

/** Lists longer than this show their beginning, and the rest when opened. */
const shownReferences = 12;
/** What follows in a list is only counted: the answers of the API have it. */
const mostReferences = 1_000;
const mostHeadings = 1_000;
const mostValues = 200;

/** The version of a page, and its copies. */
export interface PageVersions {
  readonly version: string | null;
  readonly total: number;
  /** The first of the copies. */
  readonly items: readonly Copy[];
}

const noVersions: PageVersions = { version: null, total: 0, items: [] };

/** The copies of a page, its links in both directions, and its fields. Shown beside its text, or beside the rows, where these name the copies. */
export function pageDetails(
  page: SinglePage,
  facts: SiteFacts,
  { version, total, items }: PageVersions = noVersions,
): VNode {
  return html`<div class="details">
    ${copyLists(items, page.language, facts).map(({ title, items }, at) => references(title, `explorer-copies-${at}`, items))}${more(total - items.length)}
    <div class="neighbourhood" data-neighbourhood=${page.path}></div>
    ${references(labels.linksTo, 'explorer-links-to', page.references)}
    ${references(labels.linkedFrom, 'explorer-linked-from', page.referencedBy)}
    ${fieldList(page, facts, version)}
    <ul class="actions">
      <li><a href=${`/${encodePath(page.path)}.md`}>${labels.markdown}</a></li>
      <li><a href=${`/api/pages/${encodePath(page.path)}`}>${labels.json}</a></li>
      ${page.canonical.startsWith('/') ? null : html`<li><a href=${page.canonical}>${labels.onSite}</a></li>`}
      ${facts.hasFeedback ? html`<li><a href=${`/feedback?about=${encodeURIComponent(page.path)}`}>${labels.sendFeedback}</a></li>` : null}
    </ul>
  </div>`;
}

/** The headings of a page that lead to its sections; null when there are none. */
export function pageOutline({ path, title, description, headings }: SinglePage): VNode | null {
  const below = headings[0]?.depth === 1 && headings[0].text === title ? headings.slice(1) : headings;
  const levels = headingLevels(below.map(({ depth }) => depth));
  const shown = below.map((heading, at) => ({ ...heading, level: levels[at]! })).filter(({ level }) => level <= 3);
  if (shown.length === 0) return null;
  const direction = textDirection([title, description, ...shown.map(({ text }) => text)].join(' '));
  return html`<nav aria-labelledby="explorer-outline"><h2 id="explorer-outline">${labels.outline}</h2>
    <ul class="outline" dir=${direction}>${shown.slice(0, mostHeadings).map(({ level, text, anchor }) => html`<li class=${`level-${level}`}><a href=${pageAddress(path, anchor)}>${breakable(text)}</a></li>`)}</ul>
    ${more(shown.length - mostHeadings)}
  </nav>`;
}

interface Referenced extends Pick<PageReference, 'path' | 'title'> {
  /** Of the title, where it is known. */
  readonly language?: string;
}

function references(title: string, id: string, pages: readonly Referenced[]): VNode | null {
  if (pages.length === 0) return null;
  const item = ({ path, title: name, language }: Referenced): VNode =>
    html`<li key=${path} dir=${language === undefined ? 'auto' : undefined}><a href=${pageAddress(path)} data-path=${path} lang=${language}>${breakable(name)}</a></li>`;
  const rest = pages.slice(shownReferences);
  return html`<section aria-labelledby=${id}><h2 id=${id}>${title} <span class="count">${labels.number(pages.length)}</span></h2>
    <ul>${pages.slice(0, shownReferences).map(item)}</ul>
    ${rest.length === 0 ? null : html`<details><summary>${labels.more(rest.length)}</summary><ul>${rest.slice(0, mostReferences).map(item)}</ul>${more(rest.length - mostReferences)}</details>`}
  </section>`;
}

function fieldList(page: SinglePage, facts: SiteFacts, version: string | null): VNode {
  const { collection, tags, aliases, published, updated, language } = page;
  const state = readState('');
  const tagLink = ({ slug, title }: SinglePage['tags'][number], at: number): VNode =>
    html`${at > 0 ? ', ' : ''}<a href=${addressOf({ ...state, tags: [slug] })}>${title}</a>`;
  const date = (day: string | null): VNode | null => (day === null ? null : html`<time datetime=${day}>${day}</time>`);
  const all: readonly (readonly [name: string, value: unknown])[] = [
    [labels.path, html`<code dir="ltr">${breakable(page.path)}</code>`],
    [
      labels.collection,
      collection === null
        ? null
        : html`<a href=${addressOf({ ...state, collection })}>${collectionTitle(facts, collection)}</a>`,
    ],
    [labels.tags, tags.length === 0 ? null : tags.slice(0, mostValues).map(tagLink)],
    [labels.published, date(published)],
    [labels.updated, date(updated)],
    [labels.aliases, aliases.length === 0 ? null : listed(aliases)],
    [labels.version, version],
    [
      labels.language,
      facts.languages.length < 2 ? language : html`<span lang=${language}>${languageTitle(facts, language)}</span>`,
    ],
    ...Object.entries(page.fields ?? {}).map(
      ([name, value]) => [name, value === null ? null : formatValue(value)] as const,
    ),
  ];
  const rows = all.filter(([, value]) => value !== null);
  return html`<section aria-labelledby="explorer-fields"><h2 id="explorer-fields">${labels.fields}</h2>
    <dl class="fields">${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd dir="auto">${value}</dd></div>`)}</dl>
  </section>`;
}

/** A line with the number of items that a list leaves out. */
function more(left: number): VNode | null {
  return left > 0 ? html`<p>${labels.andMore(left)}</p>` : null;
}

function listed(values: readonly string[]): string {
  const left = values.length - mostValues;
  return values.slice(0, mostValues).join(', ') + (left > 0 ? ` ${labels.andMore(left)}` : '');
}

function formatValue(value: unknown): string {
  return Array.isArray(value) ? listed(value) : String(value);
}
