/** A choice of the reader, stored in the browser. When storage is refused, it lasts as long as the page. */
export function readChoice(name: string): string | null {
  try {
    return localStorage.getItem(`catchword-${name}`);
  } catch {
    return null;
  }
}

export function keepChoice(name: string, value: string): void {
  try {
    localStorage.setItem(`catchword-${name}`, value);
  } catch {
    // Storage is refused or full: the choice holds for this page.
  }
}
