import type { SiteSettings } from '../corpus/corpus.ts';
import { isLoopbackHost } from '../protocol/host.ts';

/** Methods of a resource besides HEAD (answered as GET) and OPTIONS, which every resource has. */
export type ResourceMethod = 'GET' | 'POST' | 'QUERY';

/**
 * What a method of a resource is for:
 * - `read`: data for any caller. Open to scripts of all origins.
 * - `submit`: records what the caller sends. Scripts of few origins may use it (CORS); its handler negotiates the media type.
 * - `rpc`: a protocol of its own over POST, whose handler negotiates the media type. Scripts of few origins may use it.
 * - `page`: an HTML document.
 * - `asset`: a file that such documents load.
 * - `file`: a file at a conventional address, for crawlers, feed readers and language models. It has one media type, whatever `Accept`
 *   says: many of its readers name none, or another one. Open to scripts of all origins.
 */
type Purpose = 'read' | 'submit' | 'rpc' | 'page' | 'asset' | 'file';

export interface Resource {
  readonly name: string;
  readonly path: string;
  /** What the variable in the path matches: one segment, or one or more; null for a path without a variable. */
  readonly variable: 'segment' | 'segments' | null;
  readonly methods: readonly ResourceMethod[];
  /** Purpose of every method that `purposes` does not list. */
  readonly purpose: Purpose;
  readonly purposes?: { readonly [Method in ResourceMethod]?: Purpose };
  /** Media types of its representations, preferred first. The handler of a POST chooses its own. */
  readonly mediaTypes: readonly [string, ...string[]];
  /** Whether GET carries an `ETag` when the corpus has both stamps (specification 4.15). */
  readonly validator: boolean;
  readonly queryFormats: readonly string[];
  /** Whether the API catalogue lists it; a path with a variable is listed as a link template (RFC 9652). */
  readonly catalogue: boolean;
  readonly title: string;
  /** The feature without which a service does not have it; absent: every service has it. */
  readonly needs?: OptionalFeature;
  /** Whether it exists only for requests that name `text/html` or `text/*` with at least the weight of JSON. */
  readonly onlyForHtml?: true;
}

/** A part that not every service has: the store of feedback, MCP, the explorer at the root, the images of pages, each site file. */
type OptionalFeature = 'feedback' | 'mcp' | 'home' | 'images' | SiteFile;
export type OptionalFeatures = Readonly<Record<OptionalFeature, boolean>>;

/** Purpose of a method of a resource; null for a method that the resource does not have. */
export function purposeOf(resource: Resource, method: ResourceMethod): Purpose | null {
  return resource.methods.includes(method) ? (resource.purposes?.[method] ?? resource.purpose) : null;
}

/** Value of `Allow` for a resource, in alphabetical order. */
export function allowedMethods(resource: Resource): string {
  const head = resource.methods.includes('GET') ? ['HEAD'] : [];
  return [...head, 'OPTIONS', ...resource.methods].sort().join(', ');
}

/** The files for crawlers, feed readers and language models, each at the root of a service under its name. */
export const SITE_FILES = ['llms.txt', 'llms-full.txt', 'sitemap.xml', 'feed.xml', 'feed.json', 'robots.txt'] as const;
export type SiteFile = (typeof SITE_FILES)[number];

/** Files that are made of the canonical addresses of pages, and do not exist for a site whose address is unknown. */
const MADE_OF_ADDRESSES: readonly SiteFile[] = ['sitemap.xml', 'feed.xml', 'feed.json'];

/** Which files a service has. @param chosen by its owner */
export function siteFileFeatures(
  chosen: readonly SiteFile[],
  settings: Pick<SiteSettings, 'origin'>,
): Readonly<Record<SiteFile, boolean>> {
  const missing = filesWithoutAddress(chosen, settings);
  const has = (file: SiteFile) => chosen.includes(file) && !missing.includes(file);
  return Object.fromEntries(SITE_FILES.map((file) => [file, has(file)])) as Record<SiteFile, boolean>;
}

/** The chosen files that a service lacks because the address of the site is unknown. */
export function filesWithoutAddress(
  chosen: readonly SiteFile[],
  { origin }: Pick<SiteSettings, 'origin'>,
): readonly SiteFile[] {
  return hasPublicAddress(origin) ? [] : chosen.filter((file) => MADE_OF_ADDRESSES.includes(file));
}

/** Whether canonical addresses lead to the site from elsewhere: they are absolute, and not on the loopback interface of a machine. */
export function hasPublicAddress(origin: string): boolean {
  if (!URL.canParse(origin)) return false;
  const { protocol, hostname } = new URL(origin);
  return (protocol === 'http:' || protocol === 'https:') && !isLoopbackHost(hostname);
}
