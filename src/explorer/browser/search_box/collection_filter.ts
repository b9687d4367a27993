import type { SearchAnswer } from '../../../client/api_types.ts';
import { element } from '../element.ts';
import type { Say } from './box_labels.ts';

export type CollectionFilter = ReturnType<typeof createCollectionFilter>;

/**
 * Buttons that narrow a search to a collection. They stay where they are while the reader types, so that none moves under a finger or
 * loses the focus.
 * @param titleOf a collection; its name where the title is not known
 * @param ask searches again
 */
export function createCollectionFilter(say: Say, titleOf: (collection: string) => string, ask: () => void) {
  const bar = element('div', { class: 'filter', role: 'group', 'aria-label': say('filter') });
  const buttons = new Map<string, HTMLButtonElement>();
  let chosen: string | null = null;

  function buttonOf(collection: string): HTMLButtonElement {
    const known = buttons.get(collection);
    if (known !== undefined) return known;
    const button = element('button', {
      ...{ type: 'button', class: 'plain', part: 'filter', dir: 'auto', 'aria-pressed': 'false' },
    });
    button.addEventListener('click', () => {
      chosen = collection === chosen ? null : collection;
      for (const [name, each] of buttons) each.setAttribute('aria-pressed', String(name === chosen));
      ask();
    });
    buttons.set(collection, button);
    bar.append(button);
    return button;
  }

  return {
    bar,
    /** Null: all. */
    chosen: () => chosen,
    /** Shows the collections of an answer with their counts. Where one is chosen, the others have none. */
    show({ facets }: Pick<SearchAnswer, 'facets'>): void {
      const focused = bar.querySelector(':focus');
      let shown = 0;
      for (const { value, count } of facets?.collection ?? []) {
        if (count === 0 && !buttons.has(value)) continue;
        const button = buttonOf(value);
        const title = titleOf(value);
        button.textContent = count > 0 ? say('pagesIn', { title, total: count }) : title;
        if (chosen === null) button.hidden = count === 0 && button !== focused;
        if (!button.hidden) shown++;
      }
      bar.hidden = chosen === null && shown < 2 && focused === null;
    },
    /** Forgets all of them. */
    clear(): void {
      chosen = null;
      buttons.clear();
      bar.replaceChildren();
    },
  };
}
