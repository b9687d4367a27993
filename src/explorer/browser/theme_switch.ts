import { elementOf } from './page_facts.ts';
import { keepChoice, readChoice } from './stored_choice.ts';

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
