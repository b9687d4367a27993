import { existsSync } from 'node:fs';
import { dirname, join, posix, relative, sep } from 'node:path';
import { groupCopies } from '../content/copies/group_copies.ts';
import { selectorOf } from '../content/files/list_files.ts';
import type { PageSource } from '../content/files/read_source.ts';
import { PAGE_FILE } from '../content/files/regular_file.ts';
import type { GeneratorRules, Navigation } from '../content/generators/generator_rules.ts';
import { rulesOf } from '../content/generators/generators.ts';
import { docOf, type Toctree, toctreesIn } from '../content/markdown/toctrees.ts';
import { placePagesOf } from '../content/site/find_content_root.ts';
import { viewOf } from '../content/site/folder_view.ts';
import { isPost } from '../content/site/site_context.ts';
import { pagesInToctrees } from '../content/site/toctree_order.ts';
import { decodePercent } from '../text/decode_percent.ts';
import { normalForm } from '../text/normal_form.ts';
import { quote } from '../text/quote.ts';
import { type Finding, ORPHAN } from './finding.ts';
import { type ProjectListing, readProjectText } from './project_texts.ts';
import { type CheckedPage, type CheckedSite, copyPages } from './read_site.ts';

const PROBLEM = 'no other page or menu links to it';
const NO_MENUS = 'this generator makes its menus from folders, or from settings that only the generator can run';
const PART = 'the folder is part of a site, and other parts may link to its pages';
const TOO_MANY = 'its menus have too many entries or patterns';
const AUTOMATIC = 'a file in the project lists pages without naming them';
const NOT_BY_LINKS = 'links reach fewer than half of the pages, so something else must list them';

/** Pages that readers come to without a link: errors, days of a journal, parts and templates of notes, posts. */
const NO_LINK_NEEDED =
  /(?:^|\/)(?:_?(?:404|500|not-?found|error|offline)|\d{4}-\d{2}-\d{2}[^/]*|_[^/]*|(?:_?templates?|_?posts|blogs?|news|journals?)\/.*)$/i;
const START = /^(?:index|home|readme|default|welcome)?$/i;
const ENDING = /\.(?:mdx?|markdown|qmd|rmd|html?)$/i;
const PATH = /[\p{L}\p{N}_.@~%/:+&,()'-]+/gu;
/** What may name a page with spaces: text in quotes, and a value or an item of YAML to the end of its line. */
const WHOLE =
  /["'`]([^"'`\n]{1,300})["'`]|(?:^|[:-])[ \t]{1,100}([^\s"'#][^\n"'#]{0,299})$|\]\(<?([^()<>\n]{1,300})>?\)/gm;
/** In a page the import of a file that may have links. */
const IMPORT = /^[ \t]*import\s[^'"\n]{0,200}['"](\.{1,2}\/[^'"\n]{1,300}\.(?:vue|[jt]sx|astro|svelte|mdx?))['"]/;
/** In a script with menus any import of a file. */
const SCRIPT_IMPORT =
  /^[ \t]*(?:import\s|\}\s*from\s)[^'"\n]{0,200}['"](\.{1,2}\/[^'"\n?]{1,300})['"]|\brequire\(\s*['"](\.{1,2}\/[^'"\n]{1,300})['"]/;
/** Documents of Sphinx that are not read as pages. */
const RST = /\.(?:rst|txt)$/;
const SCRIPT = /\.[cm]?[jt]sx?$/;
const SCRIPT_ENDINGS = [
  '.ts',
  '.tsx',
  '.mts',
  '.cts',
  '.js',
  '.jsx',
  '.mjs',
  '.cjs',
  '.json',
  '.vue',
  '.md',
  '.mdx',
  '/index.ts',
  '/index.tsx',
  '/index.js',
];
const FENCE = /^[ \t>]*(`{3,}|~{3,})/;
const DEEPEST = 32;

/** The names that pages have for menus of Docusaurus besides their paths. */
export class PageIds {
  readonly #ids = new Map<string, string>();

  add(file: string, { bytes }: PageSource): void {
    const head = /^---\r?\n([\s\S]*?)^---/m.exec(Buffer.from(bytes.subarray(0, 8_000)).toString())?.[1] ?? '';
    const id = (/^id:(.*)$/m.exec(head)?.[1] ?? '').trim().replace(/^["']|["']$/g, '');
    if (id !== '') this.#ids.set(file, id);
  }

  /** The id of a file with the folder before it. */
  of(file: string): string | null {
    const id = this.#ids.get(file);
    return id === undefined ? null : file.slice(0, file.lastIndexOf('/') + 1) + id;
  }
}

/**
 * The pages to which no link of another page leads and which no menu and no other file of the project names. Only judged where the
 * settings show that the menus are written out, or where links are the only way.
 */
export function findOrphans(
  site: CheckedSite,
  { texts }: ProjectListing,
  ids: PageIds,
): { readonly found: readonly Finding[]; readonly unchecked: string | null } {
  const { pages, files } = site;
  const rules = files.place.rules ?? rulesOf(files.context.generator);
  const { navigation, unchecked } = navigationOf(site, rules);
  if (navigation === null) return notChecked(unchecked!);
  const { listed, menus } = navigation;
  const isListed = 'has' in listed ? (file: string) => listed.has(file) : patternsOf(listed);
  const reached = pages.map(
    (page) => isListed(page.file) || menus?.test(page.file) === true || needsNoLink(page, site),
  );
  for (const [from, { targets }] of pages.entries())
    for (const to of targets) if (to >= 0 && to !== from) reached[to] = true;
  const names = new PageNames(pages, ids);
  const atFile = new Map(pages.map(({ file }, at) => [pathBelow(files.project.top, join(files.root, file)), at]));
  const home = pathBelow(files.project.top, files.place.home ?? files.root);
  const root = pathBelow(files.project.top, files.root);
  const documents: [doc: string, toctrees: readonly Toctree[]][] = [];
  for (const path of texts) {
    const text = readProjectText(files.project, path);
    if (text === null) continue;
    const isOfSite = home === '' || path.startsWith(`${home}/`);
    if (isOfSite && navigation.automatic?.test(text) === true) return notChecked(`${AUTOMATIC}: ${path}`);
    const isPage = PAGE_FILE.test(path);
    const isMenu = isOfSite && menus?.test(path) === true;
    if (rules.hasToctrees && isMenu && RST.test(path))
      documents.push([docOf(posix.relative(root, path)), toctreesIn(text, true)]);
    const form = isPage ? IMPORT : isMenu && SCRIPT.test(path) ? SCRIPT_IMPORT : null;
    const missing = form === null ? null : missingImport(text, join(files.project.top, dirname(path)), form);
    if (missing !== null) return notChecked(`${path} imports ${missing}, which is not in the project`);
    for (const name of pathsIn(text, isMenu, isPage))
      for (const at of names.meantBy(name)) if (at !== atFile.get(path)) reached[at] = true;
  }
  if (rules.hasToctrees) {
    const listed = pagesInToctrees(pages, documents, files.context);
    if (listed === null) return notChecked(TOO_MANY);
    for (const page of listed) if (page !== -1) reached[page] = true;
  }
  for (const group of groupCopies(copyPages(site), files.context).groups)
    if (group.some((at) => reached[at])) for (const at of group) reached[at] = true;
  const orphans = pages.filter((_, at) => !reached[at]);
  const isVault = files.place.rules?.vault === true;
  if (!isVault && orphans.length * 2 > pages.length) return notChecked(NOT_BY_LINKS);
  return { found: orphans.map(({ file }) => orphan(file)), unchecked: null };
}

function notChecked(unchecked: string) {
  return { found: [], unchecked };
}

function patternsOf(listed: readonly string[]): (file: string) => boolean {
  const isOther = selectorOf({ only: null, except: listed });
  return (file) => !isOther(file);
}

function pathBelow(folder: string, path: string): string {
  return relative(folder, path).split(sep).join('/');
}

/** A file that a page or a menu imports and that is missing: what it leads to is not known. Null for none. Fenced code is an example. */
function missingImport(text: string, folder: string, form: RegExp): string | null {
  let fence = '';
  for (const line of text.split('\n')) {
    const marker = FENCE.exec(line)?.[1] ?? '';
    if (fence === '') fence = marker;
    else if (marker.startsWith(fence)) fence = '';
    const [, imported, required] = (fence === '' && form.exec(line)) || [];
    const path = imported ?? required;
    if (path !== undefined && !isThere(join(folder, path))) return path;
  }
  return null;
}

/** Whether there is a file of a path, which an import may write without its ending or with that of the output. */
function isThere(path: string): boolean {
  const bare = path.replace(/\.[cm]?js$/, '');
  return existsSync(path) || SCRIPT_ENDINGS.some((ending) => existsSync(bare + ending));
}

function orphan(file: string): Finding {
  const message = `Cannot reach the page ${quote(file)}: ${PROBLEM}`;
  return { file, line: 0, column: 0, rule: ORPHAN, target: file, problem: PROBLEM, message };
}

/** The menus of the site, or why its pages cannot be judged. */
function navigationOf(
  { files: { place, project, root }, pages }: CheckedSite,
  rules: GeneratorRules,
): {
  readonly navigation: Navigation | null;
  readonly unchecked: string | null;
} {
  const view = viewOf(project, place.home ?? root);
  const files = pages.map(({ file }) => file);
  const navigation = rules.navigation(view, rules.pages(view).root, files);
  if (navigation === null) return { navigation, unchecked: NO_MENUS };
  if (navigation === 'too-many') return { navigation: null, unchecked: TOO_MANY };
  const isPart = place.home !== null && placePagesOf(project, place.home, rules).root !== root;
  return isPart ? { navigation: null, unchecked: PART } : { navigation, unchecked: null };
}

/** Whether readers may come to a page without a link, or are not meant to: start pages, posts, pages of a tag, hidden pages, old addresses. */
function needsNoLink(page: CheckedPage, { files: { context } }: CheckedSite): boolean {
  const { file, path, indexing, tags, aliases, redirectTo, unlisted } = page;
  const isOwn = (folder: string) =>
    context.locales.includes(folder) || context.mounts.some(([place]) => place === folder);
  const [, folder = '', name = ''] = /^(?:(.*)\/)?([^/]*?)\.\w+$/.exec(file) ?? [];
  const isStart = START.test(path) || (START.test(name.split('.', 1)[0]!) && (folder === '' || isOwn(folder)));
  const isTarget = Object.values(context.redirects).includes(path);
  return (
    isStart ||
    isTarget ||
    isPost(file, context) ||
    NO_LINK_NEEDED.test(path) ||
    NO_LINK_NEEDED.test(file.replace(/\.\w+$/, '')) ||
    unlisted ||
    /noindex|none/i.test(indexing) ||
    tags.length > 0 ||
    redirectTo !== null ||
    aliases.some((alias) => alias.includes('/'))
  );
}

/** The paths by which texts may name pages. */
class PageNames {
  /** By the end of a path: the pages that have it. */
  readonly #byEnd = new Map<string, Set<number>>();
  readonly #whole = new Map<string, Set<number>>();

  constructor(pages: readonly CheckedPage[], ids: PageIds) {
    for (const [at, { file, path }] of pages.entries())
      for (const written of [file, path, ids.of(file)]) {
        const name = written === null ? '' : plainPath(written);
        if (name === '') continue;
        add(this.#whole, name, at);
        for (const end of endsOf(name)) add(this.#byEnd, end, at);
      }
  }

  /** The pages whose paths end with a path, or with which it ends. */
  *meantBy(path: string): Generator<number> {
    yield* this.#byEnd.get(path) ?? [];
    for (const end of endsOf(path)) yield* this.#whole.get(end) ?? [];
  }
}

function add(map: Map<string, Set<number>>, key: string, page: number): void {
  const pages = map.get(key) ?? new Set();
  map.set(key, pages.add(page));
}

function endsOf(path: string): string[] {
  const segments = path.split('/').slice(-DEEPEST);
  return segments.map((_, from) => segments.slice(from).join('/'));
}

/** A path as it is compared: without ending, `index`, numbers that sort, `./` and slashes at its ends, in lower case. */
function plainPath(written: string): string {
  const path = normalForm(decodePercent(written.replace(/[?#].*$/, ''))).toLowerCase();
  return path
    .replace(ENDING, '')
    .split('/')
    .filter((segment) => !/^\.{0,2}$/.test(segment))
    .map((segment) => segment.replace(/^\d{1,3}[-_. ]+(?=\D)/, ''))
    .join('/')
    .replace(/(?:^|\/)(?:_?index|readme)$/, '');
}

/** A path without the signs of the sentence that it is in. */
function withoutSigns(written: string): string {
  let end = written.length;
  while (end > 0 && ")',.:".includes(written[end - 1]!)) end--;
  return written.slice(0, end).replace(/^[('.,:]+(?=[^./])/, '');
}

/** The paths of pages that a text may have: in a menu every word may be one, in a page only what is more than a name. */
function* pathsIn(text: string, isMenu: boolean, isPage: boolean): Generator<string> {
  for (const [written] of text.matchAll(PATH)) {
    if (!isMenu && !written.includes('/') && !ENDING.test(written)) continue;
    const path = plainPath(withoutSigns(written));
    if (path !== '' && (isMenu || !isPage || path.includes('/') || written.startsWith('/'))) yield path;
  }
  for (const [, quoted, value, target] of text.matchAll(WHOLE)) {
    const written = quoted ?? value?.trimEnd() ?? target!;
    if (!isMenu && !written.includes('/') && !ENDING.test(written)) continue;
    const path = plainPath(written);
    if (path !== '' && (isMenu || !isPage || path.includes('/'))) yield path;
  }
}
