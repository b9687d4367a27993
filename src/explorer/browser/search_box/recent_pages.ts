/** A page that the reader opened from the box. */
export interface RecentPage {
  readonly path: string;
  readonly title: string;
  readonly address: string;
  /** BCP 47; null: not known. */
  readonly language: string | null;
}

/** Pages that the browser keeps for one service, whatever number of them a box shows. */
const mostKept = 10;

/** The pages that the reader opened last, the last one first. They stay in this browser. @param api address of the service */
export function readRecent(api: string, most: number): readonly RecentPage[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(nameOf(api)) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isRecent).slice(0, most) : [];
  } catch {
    // Storage is refused, or another script wrote there.
    return [];
  }
}

export function keepRecent(api: string, page: RecentPage): void {
  const others = readRecent(api, mostKept).filter(({ path }) => path !== page.path);
  try {
    localStorage.setItem(nameOf(api), JSON.stringify([page, ...others].slice(0, mostKept)));
  } catch {
    // Storage is refused or full: nothing is kept.
  }
}

function nameOf(api: string): string {
  return `catchword-recent ${api}`;
}

function isRecent(value: unknown): value is RecentPage {
  const { path, title, address, language } = (value ?? {}) as Record<string, unknown>;
  return (
    [path, title, address].every((text) => typeof text === 'string') &&
    (language === null || typeof language === 'string')
  );
}
