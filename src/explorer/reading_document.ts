import type { VNode } from 'preact';
import type { PageReference, SinglePage } from '../client/api_types.ts';
import type { Translation } from '../corpus/corpus.ts';
import { renderDocument } from './document.ts';
import type { AssetNames } from './explorer_assets.ts';
import type { ParsePage } from './html_tree.ts';
import { renderMarkdown } from './render_markdown.ts';
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
  /** The Markdown that the page publishes. */
  readonly markdown: Uint8Array;
  readonly versions: PageVersions;
  readonly translations: readonly Translation[];
  readonly facts: SiteFacts;
  readonly assets: AssetNames;
}

/** The HTML document of `/explore/page/{path}`. */
export function readingDocument(request: ReadingRequest, parsePage: ParsePage): string {
  const { page: answer, above, markdown, versions, translations, facts, assets } = request;
  const decoder = new TextDecoder();
  const { page } = JSON.parse(decoder.decode(answer)) as { readonly page: SinglePage };
  return renderDocument({
    title: `${page.title} - ${facts.title}`,
    description: page.description,
    markdown: `/${encodePath(page.path)}.md`,
    place: null,
    data: { path: page.path },
    body: readingView(page, above, decoder.decode(markdown), versions, facts, parsePage),
    ...{ translations, facts, assets },
  });
}

/** The body of the page that shows the text of a page, between its outline and its links and fields. */
function readingView(
  page: SinglePage,
  above: ReadingRequest['above'],
  markdown: string,
  versions: PageVersions,
  facts: SiteFacts,
  parsePage: ParsePage,
): VNode {
  const { content, hasTitle, isCut, refusal } = renderMarkdown(markdown, page, parsePage);
  const source = html`<a href=${`/${encodePath(page.path)}.md`}>Read its Markdown</a>`;
  return html`<div class="reading">
    <div class="before-text">${pageOutline(page)}</div>
    <article class="content" lang=${page.language} dir=${textDirection(page.title + markdown)}>
      ${placeOf(page, above)}
      ${hasTitle ? null : html`<h1>${breakable(page.title)}</h1>`}
      ${refusal === null ? null : html`<p lang="en" dir="ltr">This page is shown as plain text, because ${refusal}. ${source}.</p>`}
      ${content}
      ${isCut ? html`<p lang="en" dir="ltr">This page is long, and its end is not shown here. ${source}.</p>` : null}
    </article>
    <aside class="beside-text" aria-label="About this page">${pageDetails(page, facts, versions)}</aside>
  </div>`;
}

/** The pages above a page, and when it was last changed. */
function placeOf({ updated }: SinglePage, above: ReadingRequest['above']): VNode | null {
  if (above.length === 0 && updated === null) return null;
  return html`<div class="place">
    ${above.length === 0 ? null : html`<nav aria-label="Breadcrumb"><ol>${above.map(({ path, title }) => html`<li><a href=${pageAddress(path)}>${breakable(title)}</a></li>`)}</ol></nav>`}
    ${updated === null ? null : html`<p lang="en" dir="ltr">Updated <time datetime=${updated}>${updated}</time></p>`}
  </div>`;
}
