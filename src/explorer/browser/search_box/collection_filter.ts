import type { SearchAnswer } from '../../../client/api_types.ts';
import { element } from '../element.ts';
import { titleOf } from './site_languages.ts';

export type CollectionFilter = ReturnType<typeof createCollectionFilter>;

/**
 * Buttons that narrow a search to a collection. They stay where they are while the reader types, so that none moves under a finger or
 * loses the focus.
 * @param ask searches again
 */
export function createCollectionFilter(label: string, ask: () => void) {
  const bar = element('div', { class: 'filter', role: 'group', 'aria-label': label });
  const buttons = new Map<string, HTMLButtonElement>();
  let chosen: string | null = null;

  function buttonOf(collection: string): HTMLButtonElement {
    const known = buttons.get(collection);
    if (known !== undefined) return known;
    const button = element('button', { type: 'button', class: 'plain', part: 'filter', 'aria-pressed': 'false' });
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
      let shown = 0;
      for (const { value, count } of facets?.collection ?? []) {
        const button = buttonOf(value);
        button.textContent = count > 0 ? `${titleOf(value)} ${count}` : titleOf(value);
        button.hidden = count === 0 && chosen === null;
        if (!button.hidden) shown++;
      }
      bar.hidden = shown < 2;
    },
    /** Forgets all of them. */
    clear(): void {
      chosen = null;
      buttons.clear();
      bar.replaceChildren();
    },
  };
}
