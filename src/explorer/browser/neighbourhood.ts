import type { VNode } from 'preact';
import type { PageReference, SinglePage } from '../view/answers.ts';
import { countOf } from '../view/describe_answer.ts';
import { html } from '../view/html.ts';
import { pageAddress } from '../view/page_address.ts';

/** Most pages on one side of the picture. The lists beside it have all. */
const mostOnASide = 20;
const width = 320;
const rowHeight = 18;
const labelWidth = 106;

/**
 * A picture of the links of one page: pages that link to it on the left, pages that it links to on the right. Each is a link, so
 * it can be focused and printed; the same pages stand beside it as lists.
 */
export function neighbourhood(page: SinglePage): VNode {
  const incoming = page.referencedBy.slice(0, mostOnASide);
  const outgoing = page.references.slice(0, mostOnASide);
  const height = Math.max(incoming.length, outgoing.length, 2) * rowHeight + 8;
  const middle = { x: width / 2, y: height / 2 };
  const left = page.referencedBy.length - incoming.length + page.references.length - outgoing.length;
  return picture(
    height,
    describeLinks(page.referencedBy.length, page.references.length),
    left,
    html`${side(incoming, 0, height, middle)}${side(outgoing, width, height, middle)}<circle class="here" cx=${middle.x} cy=${middle.y} r="6" />`,
  );
}

/** An SVG with what it says as a sentence. @param left pages that it does not show */
export function picture(height: number, sentence: string, left: number, content: VNode): VNode {
  return html`<figure class="graph">
    <svg viewBox=${`0 0 ${width} ${height}`} role="group" aria-label=${sentence}>${content}</svg>
    <figcaption>${sentence}${left === 0 ? '' : `; and ${left.toLocaleString('en')} more`}.</figcaption>
  </figure>`;
}

/** `12 pages link here, 1 is linked` */
export function describeLinks(incoming: number, outgoing: number): string {
  const here = `${countOf(incoming, 'page')} ${incoming === 1 ? 'links' : 'link'} here`;
  return `${here}, ${outgoing} ${outgoing === 1 ? 'is' : 'are'} linked`;
}

function side(
  pages: readonly PageReference[],
  edge: number,
  height: number,
  middle: { x: number; y: number },
): VNode[] {
  const top = (height - pages.length * rowHeight) / 2;
  const isLeft = edge === 0;
  return pages.map(({ path, title }, index) => {
    const y = top + (index + 0.5) * rowHeight;
    const x = isLeft ? 118 : width - 118;
    const bend = (x + middle.x) / 2;
    return html`<a key=${path} href=${pageAddress(path)} data-path=${path}>
      <title>${title}</title>
      <path d=${`M${x} ${y}C${bend} ${y} ${bend} ${middle.y} ${middle.x} ${middle.y}`} />
      <circle cx=${x} cy=${y} r="3" />
      <text x=${isLeft ? x - 7 : x + 7} y=${y + 4} text-anchor=${isLeft ? 'end' : 'start'}>${fitting(title, labelWidth)}</text>
    </a>`;
  });
}

/** The beginning of a title that is no wider than `most` of the picture's units. Widths are estimates for its font of 11 units. */
export function fitting(title: string, most: number): string {
  let used = 0;
  let kept = '';
  for (const character of title) {
    used += widthOf(character);
    if (used > most) return `${kept.trimEnd()}…`;
    kept += character;
  }
  return title;
}

/** For a wide font, as a title that is cut too early can still be read. */
function widthOf(character: string): number {
  if (/[\u1100-\uffff]|[^\0-\uffff]/u.test(character)) return 11;
  if (/[ filjrtI.,:;'|()-]/.test(character)) return 4;
  return /[A-Zmw@%]/.test(character) ? 8 : 7;
}
