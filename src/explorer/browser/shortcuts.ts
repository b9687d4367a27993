import { elementOf } from './page_facts.ts';
import { keepChoice, readChoice } from './stored_choice.ts';

/** `/` and Ctrl+K or Cmd+K lead to the search field. They can be turned off (WCAG 2.1.4). */
export function startShortcuts(input: HTMLInputElement): void {
  const box = elementOf<HTMLInputElement>('shortcuts');
  elementOf('keys').hidden = false;
  box.checked = readChoice('shortcuts') !== 'off';
  box.addEventListener('change', () => keepChoice('shortcuts', box.checked ? 'on' : 'off'));
  addEventListener('keydown', (event) => {
    if (!box.checked || event.defaultPrevented || event.isComposing || !isShortcut(event)) return;
    if (isEditable(event.target)) return;
    event.preventDefault();
    input.focus();
    input.select();
  });
}

function isShortcut({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  if (altKey) return false;
  // Some layouts have the slash on Shift.
  if (key === '/') return !ctrlKey && !metaKey;
  return key.toLowerCase() === 'k' && ctrlKey !== metaKey && !shiftKey;
}

export function isEditable(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
