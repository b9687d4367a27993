import { OUTSIDE, VARIABLE } from './mask_templates.ts';

/** A link as written in a page, before it is resolved. */
export interface PageLink {
  /** The target without fragment and query; percent-encoding is kept. */
  readonly target: string;
  /**
   * `wiki`: a name. `host`: a path on the host in the generator's settings, which may serve more than this folder.
   * `label`: a label defined in some page. `outside`: an absolute address, which is a page's only as its canonical address.
   */
  readonly kind: 'address' | 'wiki' | 'host' | 'label' | 'outside';
  readonly line: number;
  readonly column: number;
}

const SCHEME = /^[A-Za-z][A-Za-z0-9+.-]*:/;
const PAGE_EXTENSION = /\.(?:md|mdx|markdown|html?|xhtml|php|aspx?|jsp)$/i;
const ASSET =
  /\.(?:png|jpe?g|gif|svg|webp|avif|ico|bmp|tiff?|pdf|zip|gz|tgz|bz2|xz|7z|rar|tar|exe|msi|dmg|pkg|deb|rpm|jar|war|whl|mp[34]|m4[av]|webm|og[gv]|wav|mov|avi|mkv|css|s[ac]ss|less|jsx?|mjs|cjs|tsx?|json|jsonl?|ya?ml|toml|xml|xsd|rss|atom|csv|tsv|txt|log|sh|ps1|bat|py|rb|go|rs|java|kt|swift|c|cc|cpp|h|hpp|cs|vb|sql|ipynb|proto|graphql|woff2?|ttf|otf|eot|wasm|map|ics|docx?|xlsx?|pptx?|od[tsp]|epub|psd|ai|drawio|excalidraw|canvas|base|svelte|vue|astro|tmpl|tf|ini|cfg|conf|lock|patch|diff|pem|crt|key|asc|sig|dockerfile|idl|inf|rc|vsd|dll|lib|chm|hlp)$/i;

/** The origins of a site, without trailing slashes. */
export interface SiteOrigins {
  /** Every path on it belongs to the site. */
  readonly origin: string;
  /** Hosts from the generator's settings. */
  readonly hosts: readonly string[];
}

/**
 * Classifies a link's target: null when it cannot be a page (fragments, other schemes, assets by their extension), else
 * the target without origin, fragment and query.
 */
export function classifyTarget(
  written: string,
  site: SiteOrigins,
): { target: string; kind: 'address' | 'host' | 'outside' } | null {
  let target = written.trim();
  if (target.startsWith(OUTSIDE)) return null;
  target = target.replaceAll(OUTSIDE, VARIABLE);
  let kind: 'address' | 'host' | 'outside' = 'address';
  if (target.startsWith('//') || SCHEME.test(target)) {
    const host = site.hosts.find((address) => isBelow(target, address));
    if (site.origin !== '' && isBelow(target, site.origin)) target = target.slice(site.origin.length) || '/';
    else if (host !== undefined) {
      target = target.slice(host.length) || '/';
      kind = 'host';
    } else if (/^https?:\/\//i.test(target)) kind = 'outside';
    else return null;
  }
  const cut = target.search(/[?#]/);
  if (cut !== -1) target = target.slice(0, cut);
  if (target === '' || target === '.') return null;
  if (kind !== 'outside' && ASSET.test(target) && !PAGE_EXTENSION.test(target)) return null;
  return { target, kind };
}

function isBelow(address: string, origin: string): boolean {
  return address.startsWith(origin) && (address.length === origin.length || '/?#'.includes(address[origin.length]!));
}

/** Dendron: `dendron://vault/note` names a note of a vault. */
const VAULT = /^dendron:\/\/[^/]+\//;

/** A wiki link's name without its heading, or null when it names a heading of its own page or an attached file. */
export function classifyWikiName(written: string): string | null {
  const note = written.replace(VAULT, '');
  const name = note.split('#', 1)[0]!.split('^', 1)[0]!.replace(/\\$/, '').trim();
  if (name === '' || ASSET.test(name) || SCHEME.test(name)) return null;
  return name;
}

/** Percent-decodes an address; returns it unchanged when the encoding is invalid. */
export function decode(address: string): string {
  if (!address.includes('%')) return address;
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}
