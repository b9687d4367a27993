/** A link as its page writes it, before the site's addresses are known. */
export interface PageLink {
  /** The target without fragment and query; percent-encoding as written. */
  readonly target: string;
  /** `wiki`: a name; `outside`: an absolute address, a page only if a page calls it its canonical address. */
  readonly kind: 'address' | 'wiki' | 'outside';
  readonly line: number;
  readonly column: number;
}

const SCHEME = /^[A-Za-z][A-Za-z0-9+.-]*:/;
const PAGE_EXTENSION = /\.(?:md|mdx|markdown|html?|xhtml|php|aspx?|jsp)$/i;
const ASSET =
  /\.(?:png|jpe?g|gif|svg|webp|avif|ico|bmp|tiff?|pdf|zip|gz|tgz|bz2|xz|7z|rar|tar|exe|msi|dmg|pkg|deb|rpm|jar|war|whl|mp[34]|m4[av]|webm|og[gv]|wav|mov|avi|mkv|css|s[ac]ss|less|jsx?|mjs|cjs|tsx?|json|jsonl?|ya?ml|toml|xml|xsd|rss|atom|csv|tsv|txt|log|sh|ps1|bat|py|rb|go|rs|java|kt|swift|c|cc|cpp|h|hpp|cs|vb|sql|ipynb|proto|graphql|woff2?|ttf|otf|eot|wasm|map|ics|docx?|xlsx?|pptx?|od[tsp]|epub|psd|ai|drawio|excalidraw|canvas|base|svelte|vue|astro|tmpl|tf|ini|cfg|conf|lock|patch|diff|pem|crt|key|asc|sig|dockerfile|idl|inf|rc|vsd|dll|lib|chm|hlp)$/i;

/**
 * Sorts out what a link's written target is: null for no page link at all (fragments, other schemes, assets by their
 * extension), else the target with origin, fragment and query off.
 */
export function classifyTarget(
  written: string,
  origins: readonly string[],
): { target: string; kind: 'address' | 'outside' } | null {
  let target = written.trim();
  let kind: 'address' | 'outside' = 'address';
  if (target.startsWith('//') || SCHEME.test(target)) {
    const own = origins.find(
      (origin) => target === origin || (target.startsWith(origin) && '/?#'.includes(target[origin.length]!)),
    );
    if (own !== undefined) target = target.slice(own.length) || '/';
    else if (/^https?:\/\//i.test(target)) kind = 'outside';
    else return null;
  }
  const cut = target.search(/[?#]/);
  if (cut !== -1) target = target.slice(0, cut);
  if (target === '' || target === '.') return null;
  if (kind === 'address' && ASSET.test(target) && !PAGE_EXTENSION.test(target)) return null;
  return { target, kind };
}

/** A wiki link's name without its heading, or null when it names a place on its own page or an attached file. */
export function classifyWikiName(written: string): string | null {
  const name = written.split('#', 1)[0]!.split('^', 1)[0]!.replace(/\\$/, '').trim();
  if (name === '' || ASSET.test(name) || SCHEME.test(name)) return null;
  return name;
}
