import { elementOf } from './page_facts.ts';
import { keepChoice, readChoice } from './stored_choice.ts';

/** `/` and Ctrl+K or Cmd+K lead to the search field. They can be turned off (WCAG 2.1.4). */
export function startShortcuts(input: HTMLInputElement): void {
  const box = elementOf<HTMLInputElement>('shortcuts');
  elementOf('keys').hidden = false;
  box.checked = readChoice('shortcuts') !== 'off';
  box.addEventListener('change', () => keepChoice('shortcuts', box.checked ? 'on' : 'off'));
  addEventListener('keydown', (event) => {
    if (!box.checked || event.defaultPrevented || event.isComposing || shortcutOf(event) === null) return;
    if (isEditable(event)) return;
    event.preventDefault();
    input.focus();
    input.select();
  });
}

/** A key that leads to a search field. */
export type Shortcut = '/' | 'mod+k';

export function shortcutOf({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): Shortcut | null {
  if (altKey) return null;
  // Some layouts have the slash on Shift.
  if (key === '/') return ctrlKey || metaKey ? null : '/';
  return key.toLowerCase() === 'k' && ctrlKey !== metaKey && !shiftKey ? 'mod+k' : null;
}

/** Whether a key is typed into a field or an editable text, also within a shadow root. */
export function isEditable(event: KeyboardEvent): boolean {
  const [target] = event.composedPath();
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
