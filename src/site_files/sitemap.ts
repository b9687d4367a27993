import { xmlText } from '../text/visible.ts';
import { lastChange, type PageFacts } from './walk_pages.ts';

/** Bounds of one file of a sitemap (sitemaps.org/protocol.html). */
export const sitemapLimits = {
  addresses: 50_000,
  bytes: 52_428_800,
} as const;

/** A range of pages whose addresses make one file. */
export interface SitemapPart {
  /** Path and number of its first page. */
  readonly from: string;
  readonly number: number;
  readonly addresses: number;
  /** The last change of any of its pages; null when none has a date. */
  readonly lastChange: string | null;
}

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const URLSET = `${HEAD}<urlset ${NAMESPACE} xmlns:xhtml="http://www.w3.org/1999/xhtml">\n`;
const END_OF_URLSET = '</urlset>\n';

/** The address of a page in one of its languages (BCP 47). */
export interface Alternate {
  readonly language: string;
  readonly address: string;
}

/** The addresses of a page in all of its languages, its own among them; empty where it has one. @param page its number */
export type Alternates = (page: number) => readonly Alternate[];

/**
 * Divides the addresses of a site into parts. Pages with one canonical address are one entry of a part.
 * @param origin address of the site: a sitemap lists no addresses of other hosts
 * @returns the parts of the pages that were added, in the order of paths
 */
export function planSitemap(
  origin: string,
  alternates: Alternates,
  limits: Readonly<Record<keyof typeof sitemapLimits, number>> = sitemapLimits,
): { readonly parts: readonly SitemapPart[]; add(page: PageFacts, number: number): void } {
  const host = hostOf(origin);
  const parts: (SitemapPart & { addresses: number; lastChange: string | null })[] = [];
  /** The addresses of the last part. */
  const listed = new Set<string>();
  let used = 0;
  return {
    parts,
    add(page, number) {
      const entry = sitemapEntry(page, host, alternates(number));
      if (entry === null || listed.has(page.address!)) return;
      const bytes = Buffer.byteLength(entry);
      let part = parts.at(-1);
      if (part === undefined || part.addresses === limits.addresses || used + bytes > limits.bytes) {
        part = { from: page.path, number, addresses: 0, lastChange: null };
        parts.push(part);
        used = URLSET.length + END_OF_URLSET.length;
        listed.clear();
      }
      used += bytes;
      listed.add(page.address!);
      part.addresses++;
      const changed = lastChange(page);
      if (changed !== null && (part.lastChange === null || changed > part.lastChange)) part.lastChange = changed;
    },
  };
}

/** The file of one part. `add` takes pages in the order of paths, from the part's first one (0) on, until it returns false. */
export function writeSitemapPart(origin: string, alternates: Alternates, part: SitemapPart) {
  const host = hostOf(origin);
  const entries = new Map<string, string>();
  return {
    add(page: PageFacts, number: number): boolean {
      const entry = sitemapEntry(page, host, alternates(part.number + number));
      if (entry !== null) entries.set(page.address!, entries.get(page.address!) ?? entry);
      return entries.size < part.addresses;
    },
    /** The whole file in UTF-8. */
    bytes: (): Uint8Array => Buffer.from(URLSET + [...entries.values()].join('') + END_OF_URLSET),
  };
}

/** The index of a sitemap in parts. @param address of the sitemap */
export function renderSitemapIndex(parts: readonly SitemapPart[], address: string): string {
  const entries = parts.map((part, index) => {
    const changed = part.lastChange === null ? '' : `<lastmod>${part.lastChange}</lastmod>`;
    return `<sitemap><loc>${xmlText(`${address}?part=${index + 1}`)}</loc>${changed}</sitemap>\n`;
  });
  return `${HEAD}<sitemapindex ${NAMESPACE}>\n${entries.join('')}</sitemapindex>\n`;
}

/** Scheme, host and port of the site's address, which may have a path. */
function hostOf(origin: string): string {
  return URL.parse(origin)?.origin ?? origin;
}

/** @returns null for a page whose canonical address is not on the site's host */
function sitemapEntry(page: PageFacts, host: string, alternates: readonly Alternate[]): string | null {
  const { address } = page;
  if (address?.startsWith(`${host}/`) !== true) return null;
  const changed = lastChange(page);
  const others = alternates.map(({ language, address }) => {
    return `<xhtml:link rel="alternate" hreflang="${xmlText(language)}" href="${xmlText(address)}"/>`;
  });
  return `<url><loc>${xmlText(address)}</loc>${changed === null ? '' : `<lastmod>${changed}</lastmod>`}${others.join('')}</url>\n`;
}
