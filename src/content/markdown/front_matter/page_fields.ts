import type { GeneratorRules } from '../../generators/generator_rules.ts';
import { type DateConventions, dateIn, dateOf } from './dates.ts';
import { type Fields, isRecord } from './parse_front_matter.ts';

/** The fields of a page's front matter, read by the conventions of every supported generator. */
export interface PageFields {
  readonly title: string | null;
  /** A title for menus: the fallback when there is no other title. */
  readonly shortTitle: string | null;
  readonly description: string | null;
  /** As written, as are the names of aliases. */
  readonly tags: readonly string[];
  /** Folders of its address, for generators that build addresses from categories. */
  readonly categories: readonly string[];
  readonly aliases: readonly string[];
  /** A complete address from the front matter. */
  readonly address: string | null;
  /** A last address segment from the front matter. */
  readonly slug: string | null;
  readonly canonical: string | null;
  readonly indexing: string;
  readonly hidden: boolean;
  /** Whether the search of its own generator leaves it out: `pagefind` in Starlight, `search` in VitePress. */
  readonly unsearched: boolean;
  /**
   * The address to which a page without text leads: docfx, and the plugin jekyll-redirect-from. It is no page of its own if that is one
   * of the site.
   */
  readonly redirectTo: string | null;
  /** Its place in its folder, for generators that sort by it; null: it has none. */
  readonly weight: number | null;
  /** Whether its generator leaves it out of menus. */
  readonly unlisted: boolean;
  readonly published: string | null;
  readonly updated: string | null;
  readonly language: string | null;
}

const TAG_KEYS = 'tags tag keywords categories category topics'.split(' ');
export const ALIAS_KEYS: readonly string[] = 'aliases alias redirect_from redirects alternate_urls old_slugs'.split(
  ' ',
);
const PUBLISHED_KEYS =
  'date published pubdate publishdate publish_date published_at publishedat created created_at createdat datecreated datepublished'.split(
    ' ',
  );
const UPDATED_KEYS =
  'lastmod updated lastupdated last_updated last_modified_at modified updated_at updatedat updateddate datemodified ms.date'.split(
    ' ',
  );
/** The keys of dates, also of records that contain dates. */
export const DATE_KEYS: readonly string[] = [...PUBLISHED_KEYS, ...UPDATED_KEYS, 'last_update'];
const WHOLE_ADDRESS_KEYS = ['permalink', 'url', 'path'];
/** The keys of a page's own address. */
export const ADDRESS_KEYS: readonly string[] = [...WHOLE_ADDRESS_KEYS, 'slug'];

/** What the site's generator says of the fields of a page. */
export interface FieldConventions
  extends DateConventions,
    Pick<
      GeneratorRules,
      'tagsBySpace' | 'idIsSlug' | 'slugHasFolders' | 'patternOfTemplate' | 'weightKey' | 'unlistedKey'
    > {
  /** Whether an address may be a pattern with keys (`/:year/:title/`). */
  readonly patterns: boolean;
}

export function readPageFields(fields: Fields, conventions: FieldConventions): PageFields {
  const text = (...keys: string[]) => firstText(fields, keys);
  const { address, slug } = ownAddress(fields, conventions);
  return {
    title: text('title'),
    shortTitle: text('linktitle', 'sidebar_label', 'sidebartitle', 'nav_title') ?? eleventyKey(fields),
    description: text('description', 'summary', 'excerpt', 'subtitle'),
    tags: TAG_KEYS.flatMap((key) => names(fields.get(key), conventions.tagsBySpace)),
    categories: names(fields.get('categories') ?? fields.get('category'), conventions.tagsBySpace),
    aliases: [...new Set(ALIAS_KEYS.flatMap((key) => names(fields.get(key), false)))],
    address,
    slug,
    canonical: absolute(text('canonical', 'canonical_url', 'canonicalurl')),
    indexing: indexing(fields),
    hidden:
      isTrue(fields.get('draft')) || ['published', 'publish', 'dg-publish'].some((key) => isFalse(fields.get(key))),
    unsearched: ['pagefind', 'search', 'searchable'].some((key) => isFalse(fields.get(key))),
    redirectTo: ['redirect_url', 'redirect_to'].flatMap((key) => names(fields.get(key), false))[0] ?? null,
    weight: weightOf(fields, conventions.weightKey),
    unlisted: isTrue(memberAt(fields, conventions.unlistedKey)),
    published: firstDate(fields, PUBLISHED_KEYS, conventions),
    updated: firstDate(fields, UPDATED_KEYS, conventions) ?? lastUpdate(fields),
    language: languageTag(text('lang', 'language', 'locale') ?? ''),
  };
}

function firstText(fields: Fields, keys: readonly string[]): string | null {
  for (const key of keys) {
    const value = fields.get(key);
    const text = typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
    const bare = text.replace(/\s+/g, ' ').trim();
    if (bare !== '') return bare;
  }
  return null;
}

function eleventyKey(fields: Fields): string | null {
  const navigation = fields.get('eleventynavigation');
  return isRecord(navigation) && typeof navigation.key === 'string' ? navigation.key : null;
}

/** Reads a list of names: a list of strings or of objects with a `label`, or one string split on commas. */
function names(value: unknown, bySpace: boolean): string[] {
  if (Array.isArray(value)) return value.flatMap(nameOf);
  if (typeof value !== 'string') return nameOf(value);
  return value.split(value.includes(',') || !bySpace ? ',' : /\s+/).flatMap(nameOf);
}

function nameOf(value: unknown): string[] {
  if (isRecord(value)) return nameOf(value.label ?? value.from ?? null);
  const name = typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';
  return name === '' ? [] : [name];
}

/** `permalink`, `url` and `path` are complete addresses; a `slug` of one segment replaces only the last segment. */
function ownAddress(fields: Fields, conventions: FieldConventions): { address: string | null; slug: string | null } {
  for (const key of WHOLE_ADDRESS_KEYS) {
    const value = fields.get(key);
    const written = typeof value === 'string' ? value.trim() : '';
    const own = /\{\{|\$\{/.test(written) ? (conventions.patternOfTemplate(written) ?? '') : written;
    const isPattern = conventions.patterns && /(?:^|[/.-]):[a-z]/i.test(own) && !/^[a-z]+:/i.test(own);
    // A template or an external address is not an address of this page, and words without a slash are a text.
    const isText = /[^\S ]/.test(own) || (own.includes(' ') && key !== 'permalink' && !own.startsWith('/'));
    if (own !== '' && !isText && !(isPattern ? /[{}<>*]|^\/\// : /[:{}<>*]|^\/\//).test(own))
      return { address: own, slug: null };
  }
  const slug = firstText(fields, conventions.idIsSlug ? ['slug', 'id'] : ['slug']);
  if (slug === null || /[{}<>*:]/.test(slug)) return { address: null, slug: null };
  if (slug.startsWith('/')) return { address: slug, slug: null };
  const bare = slug.replace(/^\.\//, '').replace(/\/+$/, '');
  if (bare === '' || bare.startsWith('..')) return { address: null, slug: null };
  const isWhole = bare.includes('/') && !conventions.slugHasFolders;
  return isWhole ? { address: bare, slug: null } : { address: null, slug: bare };
}

function absolute(address: string | null): string | null {
  return address !== null && /^https?:\/\/[^\s]+$/i.test(address) ? address : null;
}

function indexing(fields: Fields): string {
  const robots = robotsOf(fields.get('robots'));
  if (robots !== null) return robots;
  const out = ['noindex', 'hidden', 'unlisted'].some((key) => isTrue(fields.get(key)));
  const sidebar = fields.get('sidebar');
  const unlisted = isFalse(fields.get('searchable')) || isFalse(fields.get('pagefind'));
  return out || unlisted || (isRecord(sidebar) && sidebar.hidden === true) ? 'noindex' : 'index, follow';
}

/** A directive as text, as a list (`[noindex, nofollow]`) or as a record (`{index: false}`); null for none. */
function robotsOf(robots: unknown): string | null {
  if (isRecord(robots)) {
    const directives = ['index', 'follow'].filter((key) => isFalse(robots[key])).map((key) => `no${key}`);
    return directives.length === 0 ? null : directives.join(', ');
  }
  const text = Array.isArray(robots) ? robots.filter((each) => typeof each === 'string').join(', ') : robots;
  const bare = typeof text === 'string' ? text.replace(/\s+/g, ' ').trim() : '';
  return bare === '' ? null : bare;
}

function isTrue(value: unknown): boolean {
  return value === true || (typeof value === 'string' && /^(?:true|yes|on)$/i.test(value.trim()));
}

function isFalse(value: unknown): boolean {
  return value === false || (typeof value === 'string' && /^(?:false|no|off)$/i.test(value.trim()));
}

/** The value of a key, or of one of a record: `sidebar.order`. */
function memberAt(fields: Fields, key: string): unknown {
  const [first, second] = key.split('.') as [string, string?];
  const value = fields.get(first);
  return second === undefined ? value : isRecord(value) ? value[second] : undefined;
}

/** A `weight` of 0 is none, as in Hugo. */
function weightOf(fields: Fields, key: string): number | null {
  const value = memberAt(fields, key);
  const weight = typeof value === 'string' && /^[-+]?\d+(?:\.\d+)?$/.test(value) ? Number(value) : value;
  return typeof weight === 'number' && Number.isFinite(weight) && (weight !== 0 || key !== 'weight') ? weight : null;
}

function lastUpdate(fields: Fields): string | null {
  const update = fields.get('last_update');
  const date = fields.get('date');
  return isRecord(update) ? dateOf(update.date) : isRecord(date) ? dateOf(date.updated) : null;
}

function firstDate(fields: Fields, keys: readonly string[], conventions: FieldConventions): string | null {
  for (const key of keys) {
    const value = fields.get(key);
    // Material for MkDocs: `date: {created: ..., updated: ...}`.
    const date = isRecord(value) && !(value instanceof Date) ? value.created : value;
    const day = dateIn(date, key, conventions);
    if (day !== null) return day;
  }
  return null;
}

/** The canonical form of a BCP 47 tag: `pt-br` becomes `pt-BR`; null for an invalid tag. */
export function languageTag(written: string): string | null {
  const match = /^([A-Za-z]{2,3})(?:[-_]([A-Za-z]{4}))?(?:[-_]([A-Za-z]{2}|\d{3}))?$/.exec(written.trim());
  if (match === null) return null;
  const script = match[2] === undefined ? '' : `-${match[2][0]!.toUpperCase()}${match[2].slice(1).toLowerCase()}`;
  const region = match[3] === undefined ? '' : `-${match[3].toUpperCase()}`;
  return `${match[1]!.toLowerCase()}${script}${region}`;
}
