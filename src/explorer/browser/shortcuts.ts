/** A key that leads to a search field. */
export type Shortcut = '/' | 'mod+k';

export function shortcutOf({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): Shortcut | null {
  if (altKey) return null;
  // Some layouts have the slash on Shift.
  if (key === '/') return ctrlKey || metaKey ? null : '/';
  return key.toLowerCase() === 'k' && ctrlKey !== metaKey && !shiftKey ? 'mod+k' : null;
}

/** What readers see of the keys; '': there are none. */
export function shortcutName(shortcuts: readonly Shortcut[]): string {
  if (shortcuts.includes('/')) return '/';
  if (!shortcuts.includes('mod+k')) return '';
  return /Mac|iP(hone|ad)/.test(navigator.platform) ? '⌘K' : 'Ctrl K';
}

/** Whether a key is typed into a field or an editable text, also within a shadow root. */
export function isEditable(event: KeyboardEvent): boolean {
  const [target] = event.composedPath();
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

/** Whether a click opens a link in its place, rather than in a new tab or window. */
export function isPlainClick({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey;
}
