/** The names of a page, as its author wrote them. */
export interface PageNames {
  readonly path: string;
  readonly canonical: string;
  readonly aliases: readonly string[];
}

/** A name as it is compared: in NFC, without a leading slash; that of the home page is `index`. */
export function publicName(name: string): string {
  const bare = name.normalize('NFC').replace(/^\//, '');
  return bare === '' ? 'index' : bare;
}

/** The public names of a page by precedence: its path, its canonical address, its aliases. */
export function publicNamesOf({ path, canonical, aliases }: PageNames): readonly (readonly string[])[] {
  return [[publicName(path)], [publicName(canonical)], aliases.map(publicName)];
}

/** Maps public names to the paths that they stand for. @param pages sorted by path */
export function pathsByName(pages: Iterable<PageNames>): ReadonlyMap<string, string> {
  const byPrecedence: readonly Map<string, string>[] = [new Map(), new Map(), new Map()];
  for (const page of pages) {
    publicNamesOf(page).forEach((names, precedence) => {
      const paths = byPrecedence[precedence]!;
      for (const name of names) if (!paths.has(name)) paths.set(name, page.path);
    });
  }
  return new Map(byPrecedence.toReversed().flatMap((paths) => [...paths]));
}
