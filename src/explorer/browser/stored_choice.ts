/** A choice of the reader, kept in this browser once it was made. Where storage is refused it holds for the page. */
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
