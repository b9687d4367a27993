import { h, render, type VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { SinglePage } from '../../client/api_types.ts';
import * as labels from '../view/explorer_labels.ts';
import type { SiteFacts } from '../view/explorer_state.ts';
import { html } from '../view/html.ts';
import { pageDetails, pageOutline } from '../view/page_details.ts';
import { pageAddress } from '../view/texts.ts';
import {
  mostNeighbours,
  neighbourhood,
  neighboursOf,
  placeLinks,
  type WiderLinks,
  widerNeighbourhood,
} from './neighbourhood.ts';
import { elementOf, readPage, renderOwn } from './site.ts';

/** @param close leaves the page, as the button of the panel does */
export function createPagePanel(facts: SiteFacts, close: () => void) {
  const panel = elementOf('panel');
  const frame = elementOf('beside');
  let wanted: string | null = null;

  function draw(page: SinglePage): void {
    renderOwn(
      html`
        <div class="panel-top"><a class="read" href=${pageAddress(page.path)}>${labels.read}</a><button type="button" class="close" onClick=${close}>${labels.close}</button></div>
        <h2 tabindex="-1" dir="auto" lang=${page.language}>${page.title}</h2>
        <p dir="auto" lang=${page.language}>${page.description}</p>
        ${pageOutline(page)}
        ${pageDetails(page, facts)}`,
      panel,
    );
    frame.classList.add('open');
  }

  panel.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    close();
  });

  return {
    /** Shows a page beside the rows, or nothing. @param takesFocus whether the reader has just opened it */
    async show(path: string | null, takesFocus: boolean): Promise<void> {
      wanted = path;
      markOpen(path);
      if (path === null) {
        frame.classList.remove('open');
        return;
      }
      const page = await readPage(path);
      if (wanted !== path) return;
      if (page === null) location.assign(pageAddress(path));
      else {
        draw(page);
        panel.scrollTop = 0;
        if (takesFocus) panel.querySelector('h2')?.focus();
        drawNeighbourhood(page);
      }
    },
  };
}

function markOpen(path: string | null): void {
  for (const link of document.querySelectorAll<HTMLElement>('.row h2 a')) {
    if (link.dataset.path === path) link.dataset.open = '';
    else delete link.dataset.open;
  }
}

/** Draws the picture of a page's links where the details leave room for it. */
export function drawNeighbourhood(page: SinglePage): void {
  const place = document.querySelector<HTMLElement>('[data-neighbourhood]');
  if (place === null || page.references.length + page.referencedBy.length === 0) return;
  render(h(Neighbourhood, { page, key: page.path }), place);
}

/** The picture of one link's distance, and of two once the reader asks for it. */
function Neighbourhood({ page }: { readonly page: SinglePage }): VNode {
  const [wider, setWider] = useState<WiderLinks | null>(null);
  const [isWide, setWide] = useState(false);
  const widen = async (): Promise<void> => {
    setWide(true);
    if (wider !== null) return;
    const asked = neighboursOf(page).slice(0, mostNeighbours);
    const read = await Promise.all(asked.map(({ path }) => readPage(path)));
    setWider(
      placeLinks(
        page,
        read.filter((each) => each !== null),
      ),
    );
  };
  const choice = (text: string, isChosen: boolean, choose: () => void): VNode =>
    html`<button type="button" aria-pressed=${isChosen} onClick=${choose}>${text}</button>`;
  // The lists beside it say the same in words.
  return html`<details><summary>${labels.diagram}</summary>
    <div class="distances" role="group" aria-label=${labels.distances}>
      ${choice(labels.oneLink, !isWide, () => setWide(false))}${choice(labels.twoLinks, isWide, () => void widen())}
    </div>
    ${isWide && wider !== null ? widerNeighbourhood(page, wider) : neighbourhood(page)}
  </details>`;
}
