import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { FILLER, VARIABLE } from '../content/markdown/mask_templates.ts';
import type { PageLink } from '../content/markdown/page_link.ts';
import { shown } from '../content/site/assemble_site.ts';
import { DEAD_LINK } from '../content/site/link_resolver.ts';
import { cleanAddress } from '../content/site/page_address.ts';
import { decodePercent } from '../text/decode_percent.ts';
import { normalForm } from '../text/normal_form.ts';
import type { Finding } from './finding.ts';
import { joinPath, type ProjectFiles } from './project_files.ts';
import type { CheckedPage, CheckedSite } from './read_site.ts';

/** Files in which a site declares redirects, at its top or in a folder of static files. */
const REDIRECTS =
  /^(?:_redirects|netlify\.toml|vercel\.json|firebase\.json|(?:docusaurus|astro|next|nuxt|gatsby)[.-]config\.[cm]?[jt]s|mkdocs\.ya?ml|docs\.json|mint\.json)$/;

/**
 * Links to a page that does not exist. Not judged are links that something else than Markdown answers: the root, a list of a
 * folder's pages or of a tag's, a template of the project, a redirect in its settings, another file; and links whose target
 * only the site's own build knows or that leave the site.
 */
export function findDeadLinks(site: CheckedSite, { sources }: ProjectFiles): Finding[] {
  const lists = listAddresses(site.pages);
  const redirects = redirectSettings(site);
  const found: Finding[] = [];
  for (const page of site.pages) {
    for (const [at, link] of page.links.entries()) {
      if (page.targets[at] !== DEAD_LINK || isUnknown(link, page, site)) continue;
      const paths = link.kind === 'wiki' ? [] : addressesOf(link, page);
      if (paths.some((path) => lists.has(path) || sources.has(path) || redirects.includes(`/${path} `))) continue;
      if (isFile(link, page, site)) continue;
      const target = shown(link.target);
      found.push({
        ...{ file: page.file, line: link.line, column: link.column, rule: 'dead-link', target, problem: 'no page' },
        message: `Cannot resolve the link "${target}": no page answers to it`,
      });
    }
  }
  return found;
}

/** Whether the source does not tell where a link leads: a template's value, an alias of the build (`@code/`), out of the site. */
function isUnknown({ kind, target }: PageLink, { file }: CheckedPage, { context }: CheckedSite): boolean {
  if (kind === 'wiki') return false;
  // Jekyll's `{{ site.baseurl }}` before an address is the root.
  if (target.lastIndexOf(FILLER) > 0 || (target.startsWith(FILLER) && context.generator !== 'jekyll')) return true;
  const up = /^(?:\.\.\/)*/.exec(target)![0].length / 3;
  return target.includes(VARIABLE) || /^@[\w-]+\//.test(target) || up > file.split('/').length - 1;
}

/** The addresses that a link may mean: from the root, from the page's folder, from its address. */
function addressesOf({ target }: PageLink, { file, path }: CheckedPage): string[] {
  const plain = normalForm(decodePercent(target.replaceAll(FILLER, ''))).trim();
  if (plain.startsWith('/')) return [cleanAddress(plain)];
  const folders = [file.split('/').slice(0, -1), path.split('/'), path.split('/').slice(0, -1)];
  return folders.flatMap((folder) => {
    const joined = joinPath(folder, plain);
    return joined === null ? [] : [cleanAddress(joined)];
  });
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
function redirectSettings({ project, root }: CheckedSite): string {
  let text = '';
  const above = root === '' ? [] : [root];
  for (const folder of ['', 'static', 'public', ...above]) {
    const at = join(project.folder, folder);
    for (const name of project.names(at)) if (REDIRECTS.test(name)) text += `${project.text(join(at, name))}\n`;
  }
  const addresses = text.match(/(?<=^|[\s"'`])\/[^\s"'`]+/gm) ?? [];
  return addresses.map((address) => `${address.replace(/\/+$|\.html$/g, '')} `).join('');
}

/** Whether a relative link leads to a file of the project that is no page. */
function isFile({ kind, target }: PageLink, { file }: CheckedPage, { project, root }: CheckedSite): boolean {
  if (kind !== 'address' || target.startsWith('/') || target.includes(FILLER)) return false;
  const path = joinPath(`${root}/${file}`.split('/').slice(0, -1), decodePercent(target));
  if (path === null || path === '' || path.includes('\0')) return false;
  const whole = join(project.folder, path);
  return existsSync(whole) && project.holds(whole);
}
