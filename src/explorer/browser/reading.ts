import * as labels from '../view/explorer_labels.ts';

/** What script adds to a text that is read: buttons that copy code, and the heading in view. */

/** How long a button says what it did, in milliseconds. */
const said = 2_000;

/** Puts a button on each block of code, where the browser lets a page write to the clipboard. */
export function startCopyButtons(): void {
  if (navigator.clipboard === undefined) return;
  for (const block of document.querySelectorAll<HTMLElement>(':is(.content, .reference, .embed) pre')) {
    const frame = document.createElement('div');
    frame.className = 'code';
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = labels.copy;
    button.setAttribute('aria-live', 'polite');
    button.addEventListener('click', async () => {
      button.textContent = await copy(block.innerText);
      setTimeout(() => {
        button.textContent = labels.copy;
      }, said);
    });
    block.replaceWith(frame);
    frame.append(block, button);
  }
}

/** @returns what the button says then */
async function copy(text: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(text.replace(/\n$/, ''));
    return labels.copied;
  } catch {
    return labels.copyFails;
  }
}

/** Marks the heading in the outline whose section is at the top of the window, or the first one above all sections. */
export function markHeadingInView(): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('.outline a')];
  const headings = links.map((link) => document.getElementById(decodeURIComponent(link.hash.slice(1))));
  const mark = (): void => {
    // A reader looks at the upper third of the window; at the end of a page, also below it.
    const isEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - 1;
    const reach = isEnd ? innerHeight : innerHeight / 3;
    const isAbove = (heading: HTMLElement | null): boolean =>
      heading !== null && heading.getBoundingClientRect().top < reach;
    const at = Math.max(0, headings.findLastIndex(isAbove));
    for (const [place, link] of links.entries()) {
      if (place === at) link.setAttribute('aria-current', 'location');
      else link.removeAttribute('aria-current');
    }
  };
  let isWaiting = false;
  const later = (): void => {
    if (isWaiting) return;
    isWaiting = true;
    requestAnimationFrame(() => {
      isWaiting = false;
      mark();
    });
  };
  addEventListener('scroll', later, { passive: true });
  addEventListener('resize', later, { passive: true });
  mark();
}
