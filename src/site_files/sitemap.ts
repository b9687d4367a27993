import { xmlText } from '../text/visible.ts';
import { lastChange, type PageFacts } from './page_facts.ts';

/** Bounds of one file of a sitemap (sitemaps.org/protocol.html). */
export const sitemapLimits = {
  addresses: 50_000,
  bytes: 52_428_800,
} as const;

/** A range of pages whose addresses make one file. */
export interface SitemapPart {
  /** Path of its first page. */
  readonly from: string;
  readonly addresses: number;
  /** The last change of any of its pages; null when none has a date. */
  readonly lastChange: string | null;
}

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const URLSET = `${HEAD}<urlset ${NAMESPACE}>\n`;
const END_OF_URLSET = '</urlset>\n';

/** Divides the addresses of a site into parts. Pages with one canonical address are one entry of a part. */
export class SitemapPlan {
  readonly #host: string;
  readonly #limits: Readonly<Record<keyof typeof sitemapLimits, number>>;
  readonly #parts: { from: string; addresses: number; lastChange: string | null }[] = [];
  /** The addresses of the last part. */
  readonly #listed = new Set<string>();
  #bytes = 0;

  /** @param origin address of the site: a sitemap lists no addresses of other hosts */
  constructor(origin: string, limits: Readonly<Record<keyof typeof sitemapLimits, number>> = sitemapLimits) {
    this.#host = hostOf(origin);
    this.#limits = limits;
  }

  /** @param page in the order of paths */
  add(page: PageFacts): void {
    const entry = sitemapEntry(page, this.#host);
    if (entry === null || this.#listed.has(page.address!)) return;
    const bytes = Buffer.byteLength(entry);
    let part = this.#parts.at(-1);
    if (part === undefined || part.addresses === this.#limits.addresses || this.#bytes + bytes > this.#limits.bytes) {
      part = { from: page.path, addresses: 0, lastChange: null };
      this.#parts.push(part);
      this.#bytes = URLSET.length + END_OF_URLSET.length;
      this.#listed.clear();
    }
    this.#bytes += bytes;
    this.#listed.add(page.address!);
    part.addresses++;
    const changed = lastChange(page);
    if (changed !== null && (part.lastChange === null || changed > part.lastChange)) part.lastChange = changed;
  }

  get parts(): readonly SitemapPart[] {
    return this.#parts;
  }
}

/** Writes the file of one part. */
export class SitemapWriter {
  readonly #host: string;
  readonly #part: SitemapPart;
  readonly #pieces: Buffer[] = [Buffer.from(URLSET)];
  readonly #listed = new Set<string>();

  constructor(origin: string, part: SitemapPart) {
    this.#host = hostOf(origin);
    this.#part = part;
  }

  /** @param page in the order of paths, from the part's first one on @returns whether the part goes on */
  add(page: PageFacts): boolean {
    const entry = sitemapEntry(page, this.#host);
    if (entry === null || this.#listed.has(page.address!)) return true;
    this.#pieces.push(Buffer.from(entry));
    this.#listed.add(page.address!);
    return this.#listed.size < this.#part.addresses;
  }

  /** The whole file in UTF-8. */
  bytes(): Uint8Array {
    return Buffer.concat([...this.#pieces, Buffer.from(END_OF_URLSET)]);
  }
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
function sitemapEntry(page: PageFacts, host: string): string | null {
  const { address } = page;
  if (address?.startsWith(`${host}/`) !== true) return null;
  const changed = lastChange(page);
  return `<url><loc>${xmlText(address)}</loc>${changed === null ? '' : `<lastmod>${changed}</lastmod>`}</url>\n`;
}
