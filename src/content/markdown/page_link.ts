import { OUTSIDE, VARIABLE } from './mask_templates.ts';

/** A link as written in a page, before it is resolved. */
export interface PageLink {
  /** The target without fragment and query; percent-encoding is kept. */
  readonly target: string;
  readonly kind: LinkKind;
  /** The part after `#`, as written; absent when there is none. */
  readonly fragment?: string;
  /** Of an absolute address: from `?` to the fragment; absent when there is none. */
  readonly query?: string;
  readonly line: number;
  readonly column: number;
  /**
   * Where the destination stands in the Markdown that the page publishes, as `[start, end)` UTF-8 byte offsets; for `wiki` the
   * whole link with its brackets. Absent when it was not found there.
   */
  readonly range?: readonly [start: number, end: number];
}

/**
 * `wiki`: a name. `host`: a path on the host in the generator's settings, which may serve more than this folder. `label`: a
 * label defined in some page. `outside`: an absolute address, which is a page's only as its canonical address. The others
 * never lead to another page. `own`: a place in the same page. `image`: a picture that the page shows. `file`: another file.
 */
export type LinkKind = 'address' | 'wiki' | 'host' | 'label' | 'outside' | 'own' | 'image' | 'file';

/** A written destination, without its place. */
export type LinkTarget = Pick<PageLink, 'target' | 'kind' | 'fragment' | 'query'>;

const SCHEME = /^[A-Za-z][A-Za-z0-9+.-]*:/;
/** In double brackets: a name may have a colon, as in `Talk: the title`. */
const ADDRESS = /^(?:[a-z][a-z0-9+.-]*:\/\/|mailto:)/i;
/** DocC and ReadMe name a page of the site: `doc:Page`. */
const NAMED = /^doc:(?!\/\/)/i;
const PAGE_EXTENSION = /\.(?:md|mdx|markdown|qmd|rmd|html?|xhtml|php|aspx?|jsp)$/i;
const ASSET =
  /\.(?:png|jpe?g|gif|svg|webp|avif|ico|bmp|tiff?|pdf|zip|gz|tgz|bz2|xz|7z|rar|tar|exe|msi|dmg|pkg|deb|rpm|jar|war|whl|mp[34]|m4[av]|webm|og[gv]|wav|mov|avi|mkv|css|s[ac]ss|less|jsx?|mjs|cjs|tsx?|json|jsonl?|ya?ml|toml|xml|xsd|rss|atom|csv|tsv|txt|log|sh|ps1|bat|py|rb|go|rs|java|kt|swift|c|cc|cpp|h|hpp|cs|vb|sql|ipynb|rmd|rst|adoc|proto|graphql|woff2?|ttf|otf|eot|wasm|map|ics|docx?|xlsx?|pptx?|od[tsp]|epub|psd|ai|drawio|excalidraw|canvas|base|svelte|vue|astro|tmpl|tf|ini|cfg|conf|lock|patch|diff|pem|crt|cer|crl|der|p7[bc]|key|asc|sig|dockerfile|idl|inf|rc|vsd|dll|lib|chm|hlp)$/i;

/** The origins of a site, without trailing slashes. */
export interface SiteOrigins {
  /** Every path on it belongs to the site; `''`: unknown. */
  readonly origin: string;
  /** Hosts from the generator's settings. */
  readonly hosts: readonly string[];
}

/** Classifies a link's target, which gets no origin, fragment and query. Null for other schemes and for empty targets. */
export function classifyTarget(written: string, site: SiteOrigins): LinkTarget | null {
  let target = written.trim();
  if (target.startsWith(OUTSIDE)) return null;
  target = target.replaceAll(OUTSIDE, VARIABLE).replace(NAMED, '');
  let kind: 'address' | 'host' | 'outside' = 'address';
  if (target.startsWith('//') || SCHEME.test(target)) {
    const onSite = site.origin === '' ? null : pathBelow(target, site.origin);
    const onHost = onSite ?? firstPathBelow(target, site.hosts);
    if (onHost !== null) {
      target = onHost;
      if (onSite === null) kind = 'host';
    } else if (/^https?:\/\//i.test(target)) kind = 'outside';
    else return null;
  }
  const hash = target.indexOf('#');
  const fragment = hash === -1 ? '' : target.slice(hash + 1);
  const cut = target.search(/[?#]/);
  const query = kind === 'outside' && target[cut] === '?' ? target.slice(cut, hash === -1 ? undefined : hash) : '';
  if (cut !== -1) target = target.slice(0, cut);
  const named = { ...(fragment !== '' && { fragment }), ...(query !== '' && { query }) };
  if (target === '' || target === '.') return fragment === '' ? null : { target: '', kind: 'own', ...named };
  if (kind !== 'outside' && ASSET.test(target) && !PAGE_EXTENSION.test(target)) return { target, kind: 'file' };
  return { target, kind, ...named };
}

/** The target of an image on the site, without origin, fragment and query; null for an image of another site. */
export function classifyImage(written: string, site: SiteOrigins): LinkTarget | null {
  const found = classifyTarget(written, site);
  if (found === null || found.kind === 'outside' || found.kind === 'own' || found.target.includes(VARIABLE))
    return null;
  return { target: found.target, kind: 'image' };
}

function firstPathBelow(address: string, origins: readonly string[]): string | null {
  for (const origin of origins) {
    const path = pathBelow(address, origin);
    if (path !== null) return path;
  }
  return null;
}

/** @returns what follows the origin in an address, from the slash on; null when the address is on another origin */
function pathBelow(address: string, origin: string): string | null {
  // An address without a scheme has that of the page (RFC 3986 4.2).
  const beginning = address.startsWith('//') ? origin.slice(origin.indexOf('//')) : origin;
  if (withoutCase(address.slice(0, beginning.length)) !== withoutCase(beginning)) return null;
  const rest = address.slice(beginning.length);
  if (rest.startsWith('/')) return rest;
  return rest === '' || '?#'.includes(rest[0]!) ? `/${rest}` : null;
}

/** Case counts neither in a scheme nor in a host (RFC 3986 6.2.2.1). */
function withoutCase(origin: string): string {
  return origin.replace(/^[^/]*\/\/[^/]*/, (beginning) => beginning.toLowerCase());
}

/** Dendron: `dendron://vault/note` names a note of a vault. */
const VAULT = /^dendron:\/\/[^/]+\//;

/** What a wiki link names: a page and perhaps a heading of it; null for an attached file or an address. */
export function classifyWikiName(written: string): LinkTarget | null {
  const [, name, heading] = /^([^#^]*)(?:[#^]+(.*))?$/s.exec(written.replace(VAULT, '').replace(/\\$/, ''))!;
  const target = name!.trim();
  const fragment = heading === undefined || heading.trim() === '' ? {} : { fragment: heading.trim() };
  if (target === '') return 'fragment' in fragment ? { target: '', kind: 'own', ...fragment } : null;
  return ASSET.test(target) || ADDRESS.test(target) ? null : { target, kind: 'wiki', ...fragment };
}

const PICTURE = /\.(?:png|jpe?g|gif|svg|webp|avif|bmp)$/i;

/**
 * The file of an embedded picture; null for what is no picture. Before it may be `/`, the root of the vault, and behind it `#` and a
 * style, or `\` in a table.
 */
export function embeddedPicture(written: string): string | null {
  const name = written
    .replace(/(?:#.*|\\)$/s, '')
    .trim()
    .replace(/^\/+/, '');
  return PICTURE.test(name) ? name : null;
}

/** A relative path from a folder, normalised; null when it leaves the top. */
export function joinPath(folder: readonly string[], target: string): string | null {
  const segments = folder.filter((segment) => segment !== '' && segment !== '.');
  for (const segment of target.split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment !== '..') segments.push(segment);
    else if (segments.pop() === undefined) return null;
  }
  return segments.join('/');
}
