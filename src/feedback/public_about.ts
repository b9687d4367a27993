/** Returns the public form of a sender's `about`: a page's path, a tool's name, or null. */
export type PublicAbout = (about: string | null) => string | null | Promise<string | null>;

/** The names of a page, as its author wrote them. */
export interface NamedPage {
  readonly path: string;
  readonly canonical: string;
  readonly aliases: readonly string[];
}

export interface Subjects {
  /** Names of the site's declared tools. */
  readonly tools: readonly string[];
  /** Returns the pages of the site, sorted by path. Called once, at the first lookup. */
  readonly pages: () => Iterable<NamedPage> | Promise<Iterable<NamedPage>>;
}

/**
 * Shows an `about` only if it names a page or a declared tool of the site, as that page's path or that tool's name, so
 * that spellings merge. Other text of senders is for the owner only. Names are compared in NFC, and those of pages with
 * or without a leading slash.
 */
export function createPublicAbout({ tools, pages }: Subjects): PublicAbout {
  const declared = new Map(tools.map((tool) => [tool.normalize('NFC'), tool]));
  let byName: ReadonlyMap<string, string> | Promise<ReadonlyMap<string, string>> | null = null;
  function pathsOfPages(): NonNullable<typeof byName> {
    const named = pages();
    if (!(named instanceof Promise)) return pathsByName(named);
    const reading = named.then(pathsByName);
    reading.then(
      (paths) => {
        byName = paths;
      },
      // The next lookup asks again.
      () => {
        byName = null;
      },
    );
    return reading;
  }
  return (about) => {
    if (about === null || about === '') return null;
    const tool = declared.get(about.normalize('NFC'));
    if (tool !== undefined) return tool;
    byName ??= pathsOfPages();
    const name = pageName(about);
    const pathIn = (paths: ReadonlyMap<string, string>) => paths.get(name) ?? null;
    return byName instanceof Promise ? byName.then(pathIn) : pathIn(byName);
  };
}

/** Maps names to page paths. A path takes precedence over a canonical address, that over an alias; then the first page by path wins. */
function pathsByName(pages: Iterable<NamedPage>): ReadonlyMap<string, string> {
  const paths = new Map<string, string>();
  const addresses = new Map<string, string>();
  const aliases = new Map<string, string>();
  const add = (names: Map<string, string>, name: string, path: string): void => {
    const key = pageName(name);
    if (!names.has(key)) names.set(key, path);
  };
  for (const { path, canonical, aliases: others } of pages) {
    add(paths, path, path);
    add(addresses, canonical, path);
    for (const alias of others) add(aliases, alias, path);
  }
  return new Map([...aliases, ...addresses, ...paths]);
}

function pageName(name: string): string {
  const bare = name.normalize('NFC').replace(/^\//, '');
  return bare === '' ? 'index' : bare;
}
