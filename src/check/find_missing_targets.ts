import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { FILLER, VARIABLE } from '../content/markdown/mask_templates.ts';
import { joinPath, type PageLink } from '../content/markdown/page_link.ts';
import { shown } from '../content/site/assemble_site.ts';
import { cleanAddress } from '../content/site/clean_address.ts';
import { DEAD_LINK } from '../content/site/link_resolver.ts';
import { decodePercent } from '../text/decode_percent.ts';
import { normalForm } from '../text/normal_form.ts';
import type { LinkCheck } from './finding.ts';
import { PICTURE, type ProjectFiles } from './project_files.ts';
import type { CheckedPage, CheckedSite } from './read_site.ts';

/** Files in which a site declares redirects, at its top or in a folder of static files. */
const REDIRECTS =
  /^(?:_redirects|netlify\.toml|vercel\.json|firebase\.json|(?:docusaurus|astro|next|nuxt|gatsby)[.-]config\.[cm]?[jt]s|mkdocs\.ya?ml|docs\.json|mint\.json)$/;

/**
 * Links to a page that does not exist. Not judged are links that something else than Markdown answers: the root, a list of a
 * folder's pages or of a tag's, a template of the project, a redirect in its settings, another file; and links whose target
 * only the site's own build knows or that leave the site.
 */
export function findDeadLinks(site: CheckedSite, { sources }: ProjectFiles): LinkCheck {
  const lists = listAddresses(site.pages);
  const redirects = redirectSettings(site);
  const answers = (path: string) => lists.has(path) || sources.has(path) || redirects.includes(`/${path} `);
  return (link, page, leadsTo) => {
    if (leadsTo !== DEAD_LINK || isUnknown(link, page, site)) return null;
    if (link.kind !== 'wiki' && addressesOf(link, page).some(answers)) return null;
    if (isFile(link, page, site)) return null;
    const target = shown(link.target);
    const message = `Cannot resolve the link "${target}": no page matches it`;
    return { rule: 'dead-link', target, problem: 'no page', message };
  };
}

/** Whether the source does not tell where a link leads: a template's value, an alias of the build (`@code/`), out of the site. */
function isUnknown({ kind, target }: PageLink, { file }: CheckedPage, { files }: CheckedSite): boolean {
  if (kind === 'wiki') return false;
  // Jekyll's `{{ site.baseurl }}` before an address is the root.
  const isRooted = target.startsWith(FILLER) && files.context.generator === 'jekyll';
  if (target.lastIndexOf(FILLER) > (isRooted ? 0 : -1)) return true;
  const up = /^(?:\.\.\/)*/.exec(target)![0].length / 3;
  return target.includes(VARIABLE) || /^@[\w-]+\//.test(target) || up > file.split('/').length - 1;
}

/** The addresses that a link may mean. */
function addressesOf({ target }: PageLink, page: CheckedPage): string[] {
  const plain = readable(target);
  if (plain.startsWith('/')) return [cleanAddress(plain)];
  return basesOf(page.file, page)
    .map((base) => joinPath(base, plain))
    .filter((path) => path !== null)
    .map(cleanAddress);
}

function readable(target: string): string {
  return normalForm(decodePercent(target.replaceAll(FILLER, ''))).trim();
}

/** What a relative target may start from: the page's folder, its address, and the folder of its address. */
function basesOf(file: string, { path }: CheckedPage): string[][] {
  return [file.split('/').slice(0, -1), path.split('/'), path.split('/').slice(0, -1)];
}

/** Addresses that generators answer with lists: the root, folders of pages, tags and categories. */
function listAddresses(pages: readonly CheckedPage[]): ReadonlySet<string> {
  const lists = new Set([
    '',
    'tags',
    'categories',
    'archive',
    'archives',
    'authors',
    'search',
    'index.xml',
    'feed.xml',
  ]);
  const names = new Set(pages.flatMap(({ tags, categories }) => [...tags, ...categories]));
  for (const name of names) {
    const slug = normalForm(name).toLowerCase().trim().replace(/\s+/g, '-');
    for (const list of ['tags', 'tag', 'categories', 'category', 'topics', 'blog/tags', 'docs/tags']) {
      lists.add(`${list}/${slug}`).add(`${list}/${name}`);
    }
  }
  for (const { path } of pages) {
    for (let slash = path.lastIndexOf('/'); slash > 0; slash = path.lastIndexOf('/', slash - 1)) {
      const folder = path.slice(0, slash);
      if (lists.has(folder)) break;
      lists.add(folder);
    }
  }
  return lists;
}

/** The addresses in the redirect settings of the project, each followed by a space. */
function redirectSettings({ files: { project, place } }: CheckedSite): string {
  let text = '';
  for (const folder of new Set(['', 'static', 'public', place.root])) {
    const at = join(project.folder, folder);
    for (const name of project.names(at)) if (REDIRECTS.test(name)) text += `${project.text(join(at, name))}\n`;
  }
  const addresses = text.match(/(?<=^|[\s"'`])\/[^\s"'`]+/gm) ?? [];
  return addresses.map((address) => `${address.replace(/\/+$|\.html$/g, '')} `).join('');
}

/** Whether a relative link leads to a file of the project that is no page. */
function isFile(
  { kind, target }: PageLink,
  { file }: CheckedPage,
  { files: { project, place } }: CheckedSite,
): boolean {
  if (kind !== 'address' || target.startsWith('/') || target.includes(FILLER)) return false;
  const path = joinPath(`${place.root}/${file}`.split('/').slice(0, -1), decodePercent(target));
  if (path === null || path === '' || path.includes('\0')) return false;
  const whole = join(project.folder, path);
  return existsSync(whole) && project.holds(whole);
}

/**
 * The pictures that pages show and the project does not have; null when the project has no picture at all. Generators move files:
 * static folders to the root, folders of pages to their addresses, projects below a base path. So a picture counts as there when
 * a file of the project ends with its path from the root, or with its path from the page's folder or address.
 */
export function findMissingImages({ files, pages }: CheckedSite, { pictures }: ProjectFiles): LinkCheck | null {
  const shows = pages.some(({ links }) => links.some(({ kind }) => kind === 'image'));
  if (shows && pictures.size === 0) return null;
  const isThere = (written: string, page: CheckedPage): boolean => {
    const plain = readable(written);
    // Components of a site make pictures of names without an extension.
    if (!PICTURE.test(plain)) return true;
    const rooted = plain.replace(/^(?:[@~]\w*\/|\/)/, '');
    if (rooted !== plain) return pictures.has(rooted) || pictures.has(rooted.slice(rooted.indexOf('/') + 1));
    const bases = [...basesOf(`${files.place.root}/${page.file}`, page), []];
    return bases.some((base) => pictures.has(joinPath(base, plain) ?? ''));
  };
  return (link, page) => {
    if (link.kind !== 'image' || isThere(link.target, page)) return null;
    const target = shown(link.target);
    const message = `Cannot find the image "${target}": no such file`;
    return { rule: 'missing-image', target, problem: 'no such file', message };
  };
}
