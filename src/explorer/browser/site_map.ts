import { render, type VNode } from 'preact';
import * as labels from '../view/explorer_labels.ts';
import { html } from '../view/html.ts';
import { pageAddress } from '../view/texts.ts';
import { createMapView } from './map_view.ts';
import { type Graph, readGraph } from './read_graph.ts';
import { elementOf, pageFacts, readPage } from './site.ts';

const hues = 8;
/** Maximum number of pages in each list beside the map. */
const shownPages = 50;

/** Draws the map of the site into its page. */
export async function startSiteMap(): Promise<void> {
  const place = elementOf('map');
  try {
    const response = await fetch('/explore/graph.bin');
    if (!response.ok) throw new Error(response.statusText);
    showMap(place, readGraph(await response.arrayBuffer()));
  } catch {
    render(html`<p class="fault">${labels.mapFails}</p>`, place);
  }
}

function showMap(place: HTMLElement, graph: Graph): void {
  render(frame(graph), place);
  const canvas = place.querySelector('canvas')!;
  const name = place.querySelector<HTMLElement>('.map-name')!;
  const beside = place.querySelector<HTMLElement>('.map-beside')!;
  const probe = [...place.querySelectorAll('.hues i')];
  const view = createMapView(canvas, graph, () => probe.map((swatch) => getComputedStyle(swatch).color));
  let chosen = -1;

  const choose = (page: number): void => {
    chosen = page;
    view.choose(page);
    render(
      chosenPage(graph, page, choose, (path) => path),
      beside,
    );
    name.textContent = page === -1 ? '' : graph.paths[page]!;
    // The map has paths alone; titles are asked for when they are needed.
    if (page === -1) return;
    void readPage(graph.paths[page]!).then((read) => {
      if (read === null || chosen !== page) return;
      const titles = new Map([read, ...read.references, ...read.referencedBy].map(({ path, title }) => [path, title]));
      render(
        chosenPage(graph, page, choose, (path) => titles.get(path) ?? path),
        beside,
      );
    });
  };
  const nearest = (event: MouseEvent): number => view.at(event.offsetX, event.offsetY);
  let from: { readonly x: number; readonly y: number } | null = null;
  let isDrag = false;

  canvas.addEventListener('pointerdown', (event) => {
    canvas.setPointerCapture(event.pointerId);
    from = { x: event.clientX, y: event.clientY };
    isDrag = false;
  });
  canvas.addEventListener('pointermove', (event) => {
    if (from === null) {
      const page = nearest(event);
      name.textContent = page === -1 ? (graph.paths[chosen] ?? '') : graph.paths[page]!;
      return;
    }
    const { clientX: x, clientY: y } = event;
    if (!isDrag && Math.hypot(x - from.x, y - from.y) < 4) return;
    isDrag = true;
    view.moveBy(x - from.x, y - from.y);
    from = { x, y };
  });
  canvas.addEventListener('pointercancel', () => {
    from = null;
  });
  canvas.addEventListener('pointerup', (event) => {
    from = null;
    if (!isDrag) choose(nearest(event));
  });
  canvas.addEventListener(
    'wheel',
    (event) => {
      // The wheel alone scrolls the page. A pinch on a touchpad comes with Ctrl.
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      view.zoomBy(event.deltaY < 0 ? 1.25 : 0.8, event.offsetX, event.offsetY);
    },
    { passive: false },
  );
  place.querySelector('.nearer')!.addEventListener('click', () => view.zoomBy(1.6));
  place.querySelector('.further')!.addEventListener('click', () => view.zoomBy(1 / 1.6));
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => view.redraw());
  elementOf('theme').addEventListener('click', () => view.redraw());
  choose(mostLinked(graph));
}

function frame({ count, total, collection, groups: named }: Graph): VNode {
  const facts = pageFacts();
  const shown = labels.shownPages(count, total);
  const present = new Set(collection);
  const groups = [labels.noCollection, ...facts.collections.map(({ title }) => title)];
  return html`<div class="map">
    <div>
      <div class="map-frame">
        <canvas role="img" aria-label=${labels.mapInWords(shown, named)}></canvas>
        <div class="map-buttons"><button type="button" class="nearer" aria-label=${labels.zoomIn}>+</button><button type="button" class="further" aria-label=${labels.zoomOut}>−</button></div>
        <div class="map-name" aria-hidden="true"></div>
      </div>
      <ul class="legend">${groups.map((title, at) => (present.has(at) ? html`<li><i class=${`hue-${at % hues}`}></i>${title}</li>` : null))}</ul>
      <div class="hues" hidden>${Array.from({ length: hues }, (_, at) => html`<i class=${`hue-${at}`}></i>`)}</div>
      <p class="count">${labels.mapShows(shown)}</p>
    </div>
    <div class="map-beside details" aria-live="polite"></div>
  </div>`;
}

/** @param titleOf the path stands in the place of a title that is not known yet */
function chosenPage(
  { paths, collection, outgoing, incoming }: Graph,
  page: number,
  choose: (page: number) => void,
  titleOf: (path: string) => string,
): VNode {
  if (page === -1) return html`<p>${labels.selectPage}</p>`;
  const own = pageFacts().collections[collection[page]! - 1];
  const link = (other: number): VNode =>
    html`<li key=${other} dir="auto"><a href=${pageAddress(paths[other]!)} onClick=${(event: MouseEvent) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      choose(other);
    }}>${titleOf(paths[other]!)}</a></li>`;
  const list = (title: string, pages: readonly number[]): VNode | null =>
    pages.length === 0
      ? null
      : html`<section><h2>${title} <span class="count">${labels.number(pages.length)}</span></h2>
    <ul>${pages.slice(0, shownPages).map(link)}</ul>
    ${pages.length > shownPages ? html`<p class="count">${labels.andMore(pages.length - shownPages)}</p>` : null}
  </section>`;
  return html`<h2>${labels.selectedPage}</h2>
    <p><a href=${pageAddress(paths[page]!)} dir="auto">${titleOf(paths[page]!)}</a>${own === undefined ? null : html`<br /><span class="count">${own.title}</span>`}</p>
    ${list(labels.linksTo, outgoing[page]!)}
    ${list(labels.linkedFrom, incoming[page]!)}`;
}

function mostLinked({ count, outgoing, incoming }: Graph): number {
  const links = Array.from({ length: count }, (_, page) => outgoing[page]!.length + incoming[page]!.length);
  return links.indexOf(links.reduce((most, each) => Math.max(most, each), 0));
}
