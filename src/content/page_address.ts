import { normalForm } from '../text/normal_form.ts';
import { localeFolderOf } from './find_locales.ts';
import type { GeneratorRules, Mount } from './generators/generator_rules.ts';
import { rulesOf } from './generators/generators.ts';
import { languageSuffix } from './language_code.ts';
import { decode } from './page_link.ts';
import type { PageOutline } from './read_page.ts';
import { type SiteContext, withoutNumber } from './site_context.ts';

const INDEX = /^(?:_?index|readme)$/i;
const DATE_PREFIX = /^(\d{4})-(\d{2})-(\d{2})-(?=.)/;

/** Path of the site's root page. */
export const ROOT_PATH = 'index';

/**
 * The paths that a page may get, in normal form C, best first: the one in its front matter, the one derived from its file
 * path, that one with its date, and the plain file path.
 */
export function candidatePaths(page: PageOutline, context: SiteContext, numbered: ReadonlySet<string>): string[] {
  const fromFile = pathOfFile(page, context, numbered, true);
  const candidates = [ownPath(page, context) ?? withSlug(fromFile, page.slug), fromFile];
  candidates.push(pathOfFile(page, context, numbered, false));
  return [...new Set(candidates.map((path) => normalForm(path === '' ? ROOT_PATH : path)))];
}

/** The path from the complete address in the front matter, or null. */
function ownPath({ file, address }: PageOutline, context: SiteContext): string | null {
  if (address === null) return null;
  const own = cleanAddress(address);
  if (!rulesOf(context.generator).ownAddressIsMounted) return own;
  const place = mountOf(file, context)?.[1] ?? localeFolderOf(file, context.locales) ?? unmountedDocs(file, context);
  return own === place || own.startsWith(`${place}/`) || place === '' ? own : cleanAddress(`${place}/${own}`);
}

/** The file path, adapted to Docusaurus' folders when there are no settings that mount them. */
function unmountedDocs(file: string, { generator, mounts }: SiteContext): string {
  if (generator !== 'docusaurus' || mounts.length > 0) return '';
  return /^(?:versioned_docs\/version-[^/]+|docs|blog)(?=\/)/.exec(file)?.[0] ?? '';
}

function mountOf(file: string, { mounts }: SiteContext): Mount | null {
  const fits = mounts.filter(([folder]) => folder === '' || file.startsWith(`${folder}/`));
  return fits.length === 0 ? null : fits.reduce((best, each) => (each[0].length > best[0].length ? each : best));
}

/** The file's path without extension; `index` and `README` become their folder; '' is the root. */
export function keyOfFile(file: string): string {
  const bare = file.replace(/\.\w+$/, '');
  const slash = bare.lastIndexOf('/');
  return INDEX.test(bare.slice(slash + 1)) ? bare.slice(0, Math.max(0, slash)) : bare;
}

/** Alternative addresses of a dated file name: `/2024/01/02/name`, below its folder or at the root. */
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

function pathOfFile(page: PageOutline, context: SiteContext, numbered: ReadonlySet<string>, undated: boolean): string {
  const rules = rulesOf(context.generator);
  const { file } = page;
  // `page.fr.md` is the French page, at `/fr/page` unless French is the site's default language.
  const suffix = rules.languageSuffix ? languageSuffix(file) : null;
  const segments = keyOfFile(suffix === null ? file : file.replace(`.${suffix}.`, '.')).split('/');
  const mount = mountOf(file, context);
  const cleaned = mount === null || mount[1] === '' ? [] : mount[1].split('/');
  if (suffix !== null && suffix !== context.language) cleaned.unshift(suffix.toLowerCase());
  const skipped = mount === null || mount[0] === '' ? 0 : mount[0].split('/').length;
  const isPost = rules.posts?.at.test(file) ?? false;
  let folder = '';
  for (const [at, segment] of segments.entries()) {
    const isLast = at === segments.length - 1;
    if (at >= skipped && segment !== '' && !isWrapper(segment)) {
      const name = isPost ? segment : withoutOrder(segment, folder, rules, numbered);
      const post = undated && isLast && isPost ? postAddress(name, cleaned, page, context.posts, rules.posts!) : null;
      if (post !== null) return post;
      const isCut = undated && isLast && (rules.dates === 'cut' || /(?:^|\/)_posts\//.test(file));
      cleaned.push(publish(normalForm(isCut ? name.replace(DATE_PREFIX, '') : name), rules));
    }
    folder = folder === '' ? segment : `${folder}/${segment}`;
  }
  return cleaned.join('/');
}

function withoutOrder(name: string, folder: string, rules: GeneratorRules, numbered: ReadonlySet<string>): string {
  if (typeof rules.numbers === 'function') return rules.numbers(name) || name;
  return rules.numbers === 'sorting' && numbered.has(folder) ? withoutNumber(name) : name;
}

function publish(name: string, rules: GeneratorRules): string {
  return rules.publish?.(name) ?? name;
}

/** The address of a post by its generator's pattern, or null when it has no date. */
function postAddress(
  name: string,
  above: readonly string[],
  page: PageOutline,
  pattern: string,
  { undated, slugIsWhole }: NonNullable<GeneratorRules['posts']>,
): string | null {
  const match = DATE_PREFIX.exec(name);
  if (slugIsWhole === true && page.slug !== null) return cleanAddress([...above, page.slug].join('/'));
  if (match === null && (undated !== true || page.published === null)) return null;
  // The date in the front matter overrides the one in the file name.
  const [year, month, day] = (page.published ?? match![0]).split('-') as [string, string, string];
  const title = page.slug ?? name.slice(match?.[0].length ?? 0);
  const values: Readonly<Record<string, string>> = {
    ...{ year, month, day, title, slug: title, name: title, short_year: year.slice(2) },
    ...{ i_month: String(Number(month)), i_day: String(Number(day)) },
    ...{ categories: page.categories.join('/'), category: page.categories.join('/') },
  };
  const filled = pattern.replace(/:(\w+)/g, (whole, key: string) => values[key] ?? whole);
  return /:\w/.test(filled) ? cleanAddress([...above, title].join('/')) : cleanAddress([...above, filled].join('/'));
}

/** Folders that are not part of addresses: `(group)` and Jekyll's own. */
function isWrapper(segment: string): boolean {
  return /^\(.*\)$|^_(?:posts|docs|drafts)$/.test(segment);
}

function withSlug(path: string, slug: string | null): string {
  if (slug === null) return path;
  return `${path.slice(0, path.lastIndexOf('/') + 1)}${slug}`;
}

/** An address from a page or a link, without slashes at its ends, `index` and `.html`. */
export function cleanAddress(address: string): string {
  const bare = decode(address)
    .replace(/^\/+|\/+$/g, '')
    .replace(/\/{2,}/g, '/')
    .replace(/\.html?$/i, '');
  return /^index$/i.test(bare) ? '' : bare.replace(/\/index$/i, '');
}
