/** What the reader chooses for all pages: the colour scheme, and whether keys lead to the search field. */
import { elementOf } from './page_facts.ts';
import { isEditable, shortcutOf } from './shortcuts.ts';

/** Follows the system until the reader uses the switch. */
export function startThemeSwitch(): void {
  const root = document.documentElement;
  const kept = readChoice('theme');
  if (kept === 'light' || kept === 'dark') root.dataset.theme = kept;
  const button = elementOf<HTMLButtonElement>('theme');
  button.hidden = false;
  button.addEventListener('click', () => {
    const shown = root.dataset.theme ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
    const next = shown === 'dark' ? 'light' : 'dark';
    root.dataset.theme = next;
    keepChoice('theme', next);
  });
}

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

/** A choice of the reader, stored in the browser. When storage is refused, it lasts as long as the page. */
function readChoice(name: string): string | null {
  try {
    return localStorage.getItem(`catchword-${name}`);
  } catch {
    return null;
  }
}

function keepChoice(name: string, value: string): void {
  try {
    localStorage.setItem(`catchword-${name}`, value);
  } catch {
    // Storage is refused or full: the choice holds for this page.
  }
}
