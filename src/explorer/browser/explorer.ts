/** The script of every page of the explorer. The pages work without it. */
import { startLiveSearch } from './live_search.ts';
import { drawNeighbourhood } from './page_panel.ts';
import { markHeadingInView, startCopyButtons } from './reading.ts';
import { isEditable, shortcutOf } from './shortcuts.ts';
import { elementOf, readPage } from './site.ts';

const { place, path } = document.body.dataset;
const input = elementOf<HTMLInputElement>('q');

const parts: (() => void)[] = [startThemeSwitch, () => startShortcuts(input), startCopyButtons];
if (place === 'search') parts.push(() => startLiveSearch(input));
// One file for both: with a second one, the bundler would split shared code into many small files.
else if (place === 'query' || place === 'map') {
  const start = place === 'query' ? 'startQueryBuilder' : 'startSiteMap';
  parts.push(() => void import('./tools.ts').then((tools) => tools[start]()));
} else if (place === 'api') parts.push(markHeadingInView);
else if (path !== undefined) {
  parts.push(markHeadingInView, () => {
    void readPage(path).then((page) => (page === null ? undefined : drawNeighbourhood(page)));
  });
}
parts.push(() => {
  document.documentElement.dataset.script = '';
});
showTheme();
leaveDirective();
// Each part is a task: in one task with the end of parsing, they hold the page for more than 50 ms on a slow processor.
for (const start of parts) setTimeout(start);

/** Shows the theme that the reader chose, before the page is drawn. */
function showTheme(): void {
  const kept = readChoice('theme');
  if (kept === 'light' || kept === 'dark') document.documentElement.dataset.theme = kept;
}

/** Browsers that know text directives take them out of the address; for the others, they would be a part of the anchor. */
function leaveDirective(): void {
  const [anchor, directive] = location.hash.split(':~:');
  if (directive !== undefined) location.replace(anchor || '#');
}

/** Follows the system until the reader uses the switch. */
function startThemeSwitch(): void {
  const root = document.documentElement;
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
function startShortcuts(input: HTMLInputElement): void {
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
