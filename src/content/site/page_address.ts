import { normalForm } from '../../text/normal_form.ts';
import { lastSegment, parentOf } from '../../text/paths.ts';
import { type GeneratorRules, isIndexOf } from '../generators/generator_rules.ts';
import { rulesOf } from '../generators/generators.ts';
import type { PageOutline } from '../markdown/read_page.ts';
import { fillPattern, plainSlug } from './address_pattern.ts';
import { cleanAddress } from './clean_address.ts';
import { languageSuffix, localeFolderOf } from './languages.ts';
import { pathFault } from './path_fault.ts';
import { isPost, mountOf, type SiteContext, withoutNumber } from './site_context.ts';

const INDEX = /^(?:_?index|readme)$/i;
const IN_POSTS = /(?:^|\/)_posts\//;
const OWN_FOLDER = /^_(?:posts|docs|drafts)$/;
const DATE_PREFIX = /^(\d{4})-(\d{2})-(\d{2})[-_](?=.)/;

/** Path of the site's root page. */
export const ROOT_PATH = 'index';

/**
 * The paths that a page may get, in normal form C, best first: the one in its front matter, the one derived from its file
 * path, that one with its date, and the plain file path.
 */
export function candidatePaths(page: PageOutline, context: SiteContext, numbered: ReadonlySet<string>): string[] {
  const declared = context.declared?.[page.file];
  if (declared !== undefined) return fitting([declared.path]);
  const patterned = patternedAddress(page, context);
  const fromFile = patterned === null ? pathOfFile(page, context, numbered, true) : cleanAddress(patterned);
  const { slug, file } = page;
  const hasSlug = slug === null || patterned !== null || isPostWithAddress(page, context);
  const slugged = hasSlug ? fromFile : rulesOf(context.generator).slugged(slug, fromFile, file);
  const candidates = [ownPath(page, context) ?? slugged, fromFile, pathOfFile(page, context, numbered, false)];
  return fitting(candidates);
}

function fitting(candidates: readonly string[]): string[] {
  // A request finds no path with an empty segment.
  const whole = candidates.map((path) => path.replace(/\/{2,}/g, '/').replace(/^\/|\/$/g, ''));
  const paths = [...new Set(whole.map((path) => normalForm(path === '' ? ROOT_PATH : path)))];
  const fit = paths.filter((path) => pathFault(path) === null);
  return fit.length > 0 ? fit : [fittingPath(paths.at(-1)!)];
}

/** The path of a file whose name no request can have. */
function fittingPath(path: string): string {
  const segments = path.split(/[\\/]+/).map((segment) => plainSlug(segment.slice(0, 100)) || 'page');
  return segments.slice(-8).join('/');
}

/** Whether a rule of its own makes the address of a page, which then includes its slug. */
function isPostWithAddress({ file }: PageOutline, context: SiteContext): boolean {
  return isPost(file, context) && rulesOf(context.generator).addressOfPost !== undefined;
}

/** The path from the complete address in the front matter, or null. */
function ownPath(page: PageOutline, context: SiteContext): string | null {
  const { file } = page;
  const address = ownAddress(page, context);
  if (address === null) return null;
  const own = cleanAddress(address);
  const { ownAddressBelow } = rulesOf(context.generator);
  if (ownAddressBelow === undefined) return own;
  const unmounted = context.mounts.length > 0 ? '' : ownAddressBelow(file);
  const place = mountOf(file, context)?.[1] ?? localeFolderOf(file, context.locales) ?? unmounted;
  return own === place || own.startsWith(`${place}/`) || place === '' ? own : cleanAddress(`${place}/${own}`);
}

/** The address in the front matter, with the keys of a pattern filled; null for none. */
function ownAddress(page: PageOutline, context: SiteContext): string | null {
  const { address } = page;
  return address === null || !isPattern(address) ? address : filledAddress(address, page, context);
}

/** The ending after a page's path in its address on the live site. */
export function endingOf(page: PageOutline, path: string, context: SiteContext): '' | '/' | '.html' {
  if (path === ROOT_PATH) return '';
  const own = ownAddress(page, context) ?? patternedAddress(page, context);
  if (own !== null && /\.html?$/i.test(own)) return /(?:^|\/)index\.html?$/i.test(own) ? '/' : '.html';
  if (own !== null && own.length > 1 && own.endsWith('/')) return '/';
  const { addressStyle } = context;
  if (addressStyle === 'slash') return '/';
  if (own !== null) return '';
  const rules = rulesOf(context.generator);
  if (addressStyle === 'bare') return rules.slashOfIndex && isIndexOf(page.file, rules) ? '/' : '';
  return isIndexOf(page.file, rules) ? '/' : '.html';
}

/** The file's path without extension; `index` and `README` become their folder; '' is the root. */
export function keyOfFile(file: string): string {
  const bare = file.replace(/\.\w+$/, '');
  return INDEX.test(lastSegment(bare)) ? parentOf(bare) : bare;
}

/** Alternative addresses of a dated file name: `/2024/01/02/name`, below its folder or at the root. */
export function datedAddresses(file: string): string[] {
  const segments = file.replace(/\.\w+$/, '').split('/');
  const name = segments.pop()!;
  const match = DATE_PREFIX.exec(name);
  if (match === null) return [];
  const folder = segments.filter((segment) => !OWN_FOLDER.test(segment)).join('/');
  const rest = name.slice(match[0].length);
  const dated = `${match[1]}/${match[2]}/${match[3]}/${rest}`;
  return folder === '' ? [dated, rest] : [`${folder}/${dated}`, dated, `${folder}/${rest}`];
}

function isPattern(address: string): boolean {
  return /:[a-z]/i.test(address);
}

/** The file's path without extension and language; an index is its folder. */
function bareFile(file: string, context: SiteContext): string {
  const suffix = languageSuffix(file, context.languageSuffixes);
  const own = suffix === null ? file : file.replace(`.${suffix}.`, '.');
  const bare = own.replace(/\.\w+$/, '');
  return isIndexOf(own, rulesOf(context.generator)) ? parentOf(bare) : bare;
}

function pathOfFile(page: PageOutline, context: SiteContext, numbered: ReadonlySet<string>, undated: boolean): string {
  const rules = rulesOf(context.generator);
  const { file } = page;
  const bare = bareFile(file, context);
  const segments = bare.split('/');
  const mount = mountOf(file, context);
  const cleaned = mount === null || mount[1] === '' ? [] : mount[1].split('/');
  cleaned.unshift(
    ...languagePrefix(file, context)
      .split('/')
      .filter((segment) => segment !== ''),
  );
  const skipped = mount === null || mount[0] === '' ? 0 : mount[0].split('/').length;
  const isDated = isPost(file, context);
  if (isPostWithAddress(page, context)) {
    if (page.slug !== null) return cleanAddress([...cleaned, page.slug].join('/'));
    const post = rules.addressOfPost!(segments.slice(skipped).join('/'));
    if (post !== null && undated) return cleanAddress([...cleaned, normalForm(post)].join('/'));
  }
  let folder = '';
  /** Whether the last segment is the file's name: an index has that of its folder. */
  const namesFile = bare !== parentOf(file);
  for (const [at, segment] of segments.entries()) {
    const isLast = at === segments.length - 1;
    if (at >= skipped && segment !== '' && ((namesFile && isLast) || !isWrapper(segment, rules))) {
      const name = isDated ? segment : withoutOrder(segment, folder, context, numbered);
      const isCut = undated && isLast && (context.dates === 'cut' || IN_POSTS.test(file));
      const named = normalForm(isCut ? name.replace(DATE_PREFIX, '') : name);
      const published = rules.publish(named, isLast);
      cleaned.push(context.isLower === true ? published.toLowerCase() : published);
    }
    folder = folder === '' ? segment : `${folder}/${segment}`;
  }
  return cleaned.join('/');
}

/** `/fr/` for a file named `page.fr.md`; '' for the site's own language, whose pages have none in their addresses. */
function languagePrefix(file: string, { language, languageTags, languageSuffixes }: SiteContext): string {
  const suffix = languageSuffix(file, languageSuffixes);
  const isOwn = suffix === null || suffix === language || languageTags[suffix] === language;
  return isOwn ? '' : `/${suffix.toLowerCase()}/`;
}

/** The address by the first pattern for the page's folder that its values fill, or null. */
function patternedAddress(page: PageOutline, context: SiteContext): string | null {
  for (const { folder, posts, pattern } of context.patterns) {
    if (folder !== '' && page.file !== folder && !page.file.startsWith(`${folder}/`)) continue;
    if (posts !== isPost(page.file, context) || (!posts && !takesPattern(page.file, folder, context))) continue;
    const filled = filledAddress(pattern, page, context);
    if (filled !== null) return `${languagePrefix(page.file, context)}${filled}`;
  }
  return null;
}

/** Whether a pattern for a folder applies to a file in it: an index is mostly the page of a folder, and no entry of one. */
function takesPattern(file: string, folder: string, context: SiteContext): boolean {
  const rules = rulesOf(context.generator);
  const suffix = languageSuffix(file, context.languageSuffixes);
  const own = suffix === null ? file : file.replace(`.${suffix}.`, '.');
  if (!isIndexOf(own, rules)) return true;
  const place = parentOf(own);
  return place !== folder && place !== '' && rules.bundles && /^index\.\w+$/.test(lastSegment(own));
}

function filledAddress(pattern: string, page: PageOutline, context: SiteContext): string | null {
  const rules = rulesOf(context.generator);
  const bare = bareFile(page.file, context);
  const [folder, name] = [parentOf(bare), lastSegment(bare)];
  const mount = mountOf(page.file, context);
  const below = mount === null ? folder : `${mount[1]}/${folder.slice(mount[0].length)}`;
  const match = DATE_PREFIX.exec(name);
  const values = {
    folders: below.split('/').filter((segment) => segment !== '' && !isWrapper(segment, rules)),
    ...{ mount: mount?.[1] ?? '', name, bare: name.slice(match?.[0].length ?? 0) },
    ...{ title: page.title, slug: page.slug, categories: page.categories },
  };
  // The date in the front matter overrides the one in the name, unless links were found to have the one in the name.
  const named = match?.[0].slice(0, 10) ?? null;
  const date = rules.byLinks !== undefined ? named : (page.published ?? named);
  return fillPattern(pattern, values, date, rules);
}

function withoutOrder(name: string, folder: string, context: SiteContext, numbered: ReadonlySet<string>): string {
  const { numbers } = rulesOf(context.generator);
  if (context.keepsNumbers) return name;
  if (typeof numbers === 'function') return numbers(name) || name;
  return numbers === 'sorting' && numbered.has(folder) ? withoutNumber(name) : name;
}

/** Whether a folder is not part of addresses: by the generator's rules, and Jekyll's own. */
function isWrapper(segment: string, { unaddressed }: GeneratorRules): boolean {
  return OWN_FOLDER.test(segment) || unaddressed?.test(segment) === true;
}
