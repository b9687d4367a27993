import type { VNode } from 'preact';
import type { SinglePage } from '../client/api_types.ts';
import { renderDocument } from './document.ts';
import type { AssetNames } from './explorer_assets.ts';
import { renderMarkdown } from './render_markdown.ts';
import type { SiteFacts } from './view/explorer_state.ts';
import { breakable, html } from './view/html.ts';
import { type PageVersions, pageDetails, pageOutline } from './view/page_details.ts';
import { encodePath, textDirection } from './view/texts.ts';

/** A page to show, as plain data that goes from thread to thread. */
export interface ReadingRequest {
  /** The answer of `/api/pages/{path}`. */
  readonly page: Uint8Array;
  /** The Markdown that the page publishes. */
  readonly markdown: Uint8Array;
  readonly versions: PageVersions;
  readonly facts: SiteFacts;
  readonly assets: AssetNames;
}

/** The HTML document of `/explore/page/{path}`. */
export function readingDocument({ page: answer, markdown, versions, facts, assets }: ReadingRequest): string {
  const decoder = new TextDecoder();
  const { page } = JSON.parse(decoder.decode(answer)) as { readonly page: SinglePage };
  return renderDocument({
    title: `${page.title} - ${facts.title}`,
    description: page.description,
    markdown: `/${encodePath(page.path)}.md`,
    place: null,
    data: { path: page.path },
    body: readingView(page, decoder.decode(markdown), versions, facts),
    ...{ facts, assets },
  });
}

/** The body of the page that shows the text of a page, between its outline and its links and fields. */
function readingView(page: SinglePage, markdown: string, versions: PageVersions, facts: SiteFacts): VNode {
  const { content, hasTitle, isCut, refusal } = renderMarkdown(markdown, page);
  const source = html`<a href=${`/${encodePath(page.path)}.md`}>Read its Markdown</a>`;
  return html`<div class="reading">
    <div class="before-text">${pageOutline(page)}</div>
    <article class="content" lang=${page.language} dir=${textDirection(page.title + markdown)}>
      ${hasTitle ? null : html`<h1>${breakable(page.title)}</h1>`}
      ${refusal === null ? null : html`<p lang="en" dir="ltr">This page is shown as plain text, because ${refusal}. ${source}.</p>`}
      ${content}
      ${isCut ? html`<p lang="en" dir="ltr">This page is long, and its end is not shown here. ${source}.</p>` : null}
    </article>
    <aside class="beside-text" aria-label="About this page">${pageDetails(page, facts, versions)}</aside>
  </div>`;
}
