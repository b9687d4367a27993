import { slug as githubSlug } from 'github-slugger';
import { normalForm } from '../text/normal_form.ts';
import { languageSuffix } from './language_code.ts';
import type { PageOutline } from './read_page.ts';
import { type SiteContext, withoutNumber } from './site_context.ts';

const INDEX = /^(?:_?index|readme)$/i;
const DATE_PREFIX = /^(\d{4})-(\d{2})-(\d{2})-(?=.)/;

/** The address of the site's root page. */
export const ROOT_PATH = 'index';

/**
 * The addresses that a page may have, in normal form C and best first: the one it gives itself, the one that its file's place
 * gives, that one with its date, and the bare file path.
 */
export function candidatePaths(page: PageOutline, context: SiteContext, numbered: ReadonlySet<string>): string[] {
  const fromFile = pathOfFile(page.file, context, numbered, true);
  const own =
    page.address === null
      ? withSlug(fromFile, page.slug)
      : cleanAddress(`${mountOf(page.file, context)}${page.address.replace(/^\/*/, '/')}`);
  const candidates = [own, fromFile, pathOfFile(page.file, context, numbered, false)];
  return [...new Set(candidates.map((path) => normalForm(path === '' ? ROOT_PATH : path)))];
}

/** Docusaurus reads a page's own address below the folder that holds its part of the site. */
function mountOf(file: string, context: SiteContext): string {
  if (context.generator !== 'docusaurus') return '';
  return /^(?:versioned_docs\/version-[^/]+|docs|blog)(?=\/)/.exec(file)?.[0] ?? '';
}

/** The file's path without its extension, `index` and `README` folded into their folder; '' is the root. */
export function keyOfFile(file: string): string {
  const bare = file.replace(/\.\w+$/, '');
  const slash = bare.lastIndexOf('/');
  return INDEX.test(bare.slice(slash + 1)) ? bare.slice(0, Math.max(0, slash)) : bare;
}

/** Other addresses that a dated file name answers to: `/2024/01/02/name`, below its folder or at the root. */
export function datedAddresses(file: string): string[] {
  const segments = file.replace(/\.\w+$/, '').split('/');
  const name = segments.pop()!;
  const match = DATE_PREFIX.exec(name);
  if (match === null) return [];
  const folder = segments.filter((segment) => !isWrapper(segment)).join('/');
  const rest = name.slice(match[0].length);
  const dated = `${match[1]}/${match[2]}/${match[3]}/${rest}`;
  return folder === '' ? [dated, rest] : [`${folder}/${dated}`, dated, `${folder}/${rest}`];
}

function pathOfFile(file: string, context: SiteContext, numbered: ReadonlySet<string>, undated: boolean): string {
  // Hugo: `page.fr.md` is the French page, at `/fr/page` unless French is the site's own language.
  const suffix = context.generator === 'hugo' ? languageSuffix(file) : null;
  const single = suffix === null ? file : file.replace(`.${suffix}.`, '.');
  const segments = keyOfFile(single).split('/');
  const cleaned: string[] = suffix === null || suffix === context.language ? [] : [suffix.toLowerCase()];
  let folder = '';
  for (const [at, segment] of segments.entries()) {
    let name = numbered.has(folder) ? withoutNumber(segment) : segment;
    if (undated && at === segments.length - 1) name = name.replace(DATE_PREFIX, '');
    if (segment !== '' && !isWrapper(segment)) cleaned.push(published(normalForm(name), context));
    folder = folder === '' ? segment : `${folder}/${segment}`;
  }
  return cleaned.join('/');
}

/** Folders that stand in no address: `(group)` and Jekyll's own. */
function isWrapper(segment: string): boolean {
  return /^\(.*\)$|^_(?:posts|docs|drafts)$/.test(segment);
}

/** How a generator publishes a name; the others publish it as it is. */
function published(name: string, context: SiteContext): string {
  if (context.generator === 'hugo') return name.toLowerCase().replace(/\s+/g, '-');
  if (context.generator === 'astro') return githubSlug(name) || name;
  return name;
}

function withSlug(path: string, slug: string | null): string {
  if (slug === null) return path;
  return `${path.slice(0, path.lastIndexOf('/') + 1)}${slug}`;
}

/** An address as pages and links spell it, without slashes at its ends, `index` and `.html`. */
export function cleanAddress(address: string): string {
  const bare = decode(address)
    .replace(/^\/+|\/+$/g, '')
    .replace(/\/{2,}/g, '/')
    .replace(/\.html?$/i, '');
  return /^index$/i.test(bare) ? '' : bare.replace(/\/index$/i, '');
}

/** Percent-decoded; as it stands when that is not possible. */
export function decode(address: string): string {
  if (!address.includes('%')) return address;
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}
