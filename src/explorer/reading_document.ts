import type { VNode } from 'preact';
import type { PageReference, SinglePage } from '../client/api_types.ts';
import type { Translation } from '../corpus/corpus.ts';
import { renderDocument } from './document.ts';
import type { AssetNames } from './explorer_assets.ts';
import type { ParsePage } from './html_tree.ts';
import { renderMarkdown } from './render_markdown.ts';
import * as labels from './view/explorer_labels.ts';
import type { SiteFacts } from './view/explorer_state.ts';
import { breakable, html } from './view/html.ts';
import { type PageVersions, pageDetails, pageOutline } from './view/page_details.ts';
import { encodePath, pageAddress, textDirection } from './view/texts.ts';

/** A page to show, as plain data that goes from thread to thread. */
export interface ReadingRequest {
  /** The answer of `/api/pages/{path}`. */
  readonly page: Uint8Array;
  /** The pages of the folders that it is in, outermost first. */
  readonly above: readonly Pick<PageReference, 'path' | 'title'>[];
  /** The pages before and after it in the site's own order; null: none. */
  readonly before: Pick<PageReference, 'path' | 'title'> | null;
  readonly after: Pick<PageReference, 'path' | 'title'> | null;
  /** The Markdown that the page publishes. */
  readonly markdown: Uint8Array;
  /** `shownImages` of it. */
  readonly images: ReadonlyMap<string, string>;
  /** The origin of this service, whose images are shown; null: it is not known. */
  readonly ownOrigin: string | null;
  readonly versions: PageVersions;
  readonly translations: readonly Translation[];
  readonly facts: SiteFacts;
  readonly assets: AssetNames;
}

/** The HTML document of `/explore/page/{path}`. */
export function readingDocument(request: ReadingRequest, parsePage: ParsePage): string {
  const { page: answer, translations, facts, assets } = request;
  const decoder = new TextDecoder();
  const { page } = JSON.parse(decoder.decode(answer)) as { readonly page: SinglePage };
  return renderDocument({
    title: `${page.title} - ${facts.title}`,
    description: page.description,
    markdown: `/${encodePath(page.path)}.md`,
    place: null,
    data: { path: page.path },
    body: readingView(page, request, decoder.decode(request.markdown), parsePage),
    ...{ translations, facts, assets },
  });
}

/** The body of the page that shows the text of a page, between its outline and its links and fields. */
function readingView(
  page: SinglePage,
  { above, before, after, images, ownOrigin, versions, facts }: ReadingRequest,
  markdown: string,
  parsePage: ParsePage,
): VNode {
  const { title, content, opening, isCut, refusal } = renderMarkdown(markdown, { page, images, ownOrigin }, parsePage);
  const source = html`<a href=${`/${encodePath(page.path)}.md`}>${labels.readMarkdown}</a>`;
  return html`<div class="reading">
    <div class="before-text">${pageOutline(page)}</div>
    <article class="content" lang=${page.language} dir=${textDirection(page.title + markdown)}>
      ${placeOf(page, above)}
      ${title ?? html`<h1>${breakable(page.title)}</h1>`}
      ${isTold(page.description, opening) ? null : html`<p class="about">${page.description}</p>`}
      ${refusal === null ? null : html`<p lang="en" dir="ltr">${labels.shownAsText(refusal)} ${source}.</p>`}
      ${content}
      ${isCut ? html`<p lang="en" dir="ltr">${labels.isCut} ${source}.</p>` : null}
      ${around(before, after)}
    </article>
    <aside class="beside-text" aria-label=${labels.aboutPage}>${pageDetails(page, facts, versions)}</aside>
  </div>`;
}

/** Whether the beginning of a text has its description: many are made of its first sentences. Only letters and digits count. */
function isTold(description: string, opening: string): boolean {
  const lettersOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}\p{M}]+/gu, '');
  return lettersOf(opening).includes(lettersOf(description));
}

/** Where the site's own order leads from a page. */
function around(before: ReadingRequest['before'], after: ReadingRequest['after']): VNode | null {
  if (before === null && after === null) return null;
  const link = (rel: 'prev' | 'next', said: string, page: ReadingRequest['before']): VNode | null =>
    page === null
      ? null
      : html`<a rel=${rel} href=${pageAddress(page.path)}><span lang="en">${said}</span> ${breakable(page.title)}</a>`;
  return html`<nav class="around" aria-label=${labels.around}>${link('prev', labels.previous, before)}${link('next', labels.next, after)}</nav>`;
}

/** The pages above a page, and when it was last changed, or published. */
function placeOf({ updated, published }: SinglePage, above: ReadingRequest['above']): VNode | null {
  const date = updated ?? published;
  if (above.length === 0 && date === null) return null;
  return html`<div class="place">
    ${above.length === 0 ? null : html`<nav aria-label=${labels.breadcrumb}><ol>${above.map(({ path, title }) => html`<li><a href=${pageAddress(path)}>${breakable(title)}</a></li>`)}</ol></nav>`}
    ${date === null ? null : html`<p lang="en" dir="ltr">${updated === null ? labels.published : labels.updated} <time datetime=${date}>${date}</time></p>`}
  </div>`;
}
