import { withoutDirective } from '../../view/text_directive.ts';
import { element } from '../element.ts';
import type { Say } from './box_labels.ts';
import type { Option } from './result_rows.ts';
import { readPages, storePage } from './stored_pages.ts';

/** Puts a star on each page, which describes whether the reader keeps it. It is for pointers; a key does the same. @param api address of the service */
export function addStars(options: readonly Option[], api: string, say: Say): void {
  for (const option of options) {
    const { link } = option;
    if (!link.matches('.page')) continue;
    const id = `${link.id}-star`;
    link.querySelector('.head')!.append(element('span', { class: 'turn star', part: 'turn', id, role: 'img' }));
    link.setAttribute('aria-describedby', [link.getAttribute('aria-describedby'), id].join(' '));
    updateStar(option, api, say);
  }
}

/** Shows whether the page that an option leads to now is kept. @param isChange whether it is now to be the other way @returns what the star says; null: there is none */
export function updateStar(
  { link, path, title = '', language = null }: Option,
  api: string,
  say: Say,
  isChange = false,
): string | null {
  const star = link.querySelector<HTMLElement>('.star');
  if (star === null || path === null) return null;
  const isKept = () => readPages('kept', api).some((page) => page.path === path);
  if (isChange) storePage('kept', api, { path, title, address: withoutDirective(link.href), language }, !isKept());
  // Storage may have refused the change.
  const kept = isKept();
  const said = say(kept ? 'kept' : 'notKept');
  star.textContent = kept ? '★' : '☆';
  star.title = said;
  return said;
}
