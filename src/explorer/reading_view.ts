import type { VNode } from 'preact';
import { renderMarkdown } from './render_markdown.ts';
import type { SinglePage } from './view/answers.ts';
import { breakable } from './view/breakable.ts';
import { html } from './view/html.ts';
import { encodePath } from './view/page_address.ts';
import { pageDetails, pageOutline } from './view/page_details.ts';
import type { SiteFacts } from './view/site_facts.ts';
import { textDirection } from './view/text_direction.ts';

/** The body of the page that shows the text of a page, between its outline and its links and fields. */
export async function readingView(page: SinglePage, markdown: string, facts: SiteFacts): Promise<VNode> {
  const { content, hasTitle, isCut } = await renderMarkdown(markdown, page);
  return html`<div class="reading">
    <div class="before-text">${pageOutline(page)}</div>
    <article class="content" lang=${page.language} dir=${textDirection(page.title + markdown)}>
      ${hasTitle ? null : html`<h1>${breakable(page.title)}</h1>`}
      ${content}
      ${isCut ? html`<p lang="en" dir="ltr">This page is long, and its end is not shown here. <a href=${`/${encodePath(page.path)}.md`}>Read its Markdown</a>.</p>` : null}
    </article>
    <aside class="beside-text" aria-label="About this page">${pageDetails(page, facts)}</aside>
  </div>`;
}
