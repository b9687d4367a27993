/** A page that the browser keeps. */
export interface StoredPage {
  readonly path: string;
  readonly title: string;
  readonly address: string;
  /** BCP 47; null: not known. */
  readonly language: string | null;
}

/** The lists of one service, each with the most pages that it keeps: those that the reader opened last, and those that the reader keeps. */
const mostStored = { recent: 10, kept: 20 };
type ListName = keyof typeof mostStored;

/** The pages of a list, the last one first. They stay in this browser. @param api address of the service */
export function readPages(list: ListName, api: string): readonly StoredPage[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(nameOf(list, api)) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isPage).slice(0, mostStored[list]) : [];
  } catch {
    // Storage is refused, or another script wrote there.
    return [];
  }
}

/** Puts a page first, or takes it out. Beyond the most, the oldest one goes. */
export function storePage(list: ListName, api: string, page: StoredPage, isIn = true): void {
  const others = readPages(list, api).filter(({ path }) => path !== page.path);
  try {
    const pages = [...(isIn ? [page] : []), ...others].slice(0, mostStored[list]);
    localStorage.setItem(nameOf(list, api), JSON.stringify(pages));
  } catch {
    // Storage is refused or full: nothing is kept.
  }
}

function nameOf(list: ListName, api: string): string {
  return `catchword-${list} ${api}`;
}

function isPage(value: unknown): value is StoredPage {
  const { path, title, address, language } = (value ?? {}) as Record<string, unknown>;
  return (
    [path, title, address].every((text) => typeof text === 'string') &&
    (language === null || typeof language === 'string')
  );
}
