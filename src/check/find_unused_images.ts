import { dirname, join, relative, sep } from 'node:path';
import { PAGE_FILE } from '../content/files/regular_file.ts';
import { rulesOf } from '../content/generators/generators.ts';
import { imageFolders } from '../content/site/image_folders.ts';
import { decodePercent } from '../text/decode_percent.ts';
import { normalForm } from '../text/normal_form.ts';
import { quote } from '../text/quote.ts';
import { type Finding, UNUSED_IMAGE } from './finding.ts';
import { type ProjectListing, readProjectText } from './project_texts.ts';
import type { CheckedSite } from './read_site.ts';

/** Folders of a project whose files are not the site's. */
const NO_SITE = /(?:^|\/)(?:\.(?!vitepress|vuepress)[^/]*|tests?|__tests__|__snapshots__|fixtures)\//;
/** Names that browsers, hosts, themes and social networks look for. */
const CONVENTIONAL =
  /^(?:fav-?icon|apple-(?:touch-)?icon|android-chrome|mstile|maskable|safari-pinned|pwa-|icon(?=$|[-_.\d])|og(?=$|[-_.])|open-?graph|twitter-|social|logo|site-logo|(?:cover|featured?|thumb(?:nail)?|hero|banner|header|background|poster|preview|screenshot|avatar)(?=$|[-_.\d]))|(?:^|[-_.])(?:og|social|twitter|logo|card)(?:[-_.]image)?$/i;
/** Endings of the names of copies of an image for other screens and themes. */
const VARIANT =
  /(?:[-_.@](?:dark|light|night|day|[1-4]x|\d{2,4}(?:x\d{2,4}|w)?|mobile|desktop|small|medium|large|thumb(?:nail)?|min|hover))+$/i;

/** Where a text may name an image: an ending, or several, or one that is filled in. */
const ENDING = /\.(?:(?:png|jpe?g|gif|svg|webp|avif|ico|bmp|tiff?)(?![a-z0-9])|[{(][^{}()\n]{0,80}[})]|\$\{|\{\{)/gi;
/** The longest name of a file that systems allow. */
const LONGEST_NAME = 255;
/** A value that is filled in, or any text, with what surrounds it in a path. */
const FILLED =
  /(?<![\w@.~/-])([\w@.~/-]*)(?:\$\{[^{}\n]{0,80}\}|\{\{[^{}\n]{0,80}\}\}|\{%[^%\n]{0,80}%\}|<%[^%\n]{0,80}%>|#?\{[^{}\n]{0,80}\}|["'`]\s?\+\s?[^+\n]{1,80}\+\s?["'`]|["'`]\s?~\s?[^~\n]{1,80}~\s?["'`]|\*{1,2}\/?\*?|%[a-z]|\$\w{1,40})([\w@.-]{0,80})$/;
/** What lists the files of a folder. */
const LISTING = /\breaddir|\bglob|require\.context|Resources?\.(?:Match|GetMatch|ByType)|static_files|\bDir\[/i;
const FOLDER = /["'`]\.{0,2}\/?((?:[\w@.~-]{1,80}\/){1,10}[\w@.~-]{0,80})/g;
/** Hugo's templates may show all images beside a page. */
const OF_BUNDLES = /\.Resources\.(?:ByType|Match|GetMatch)|\.Page\.Resources/i;
/** A word that may be the name of an image without its ending. In prose only one that is a value counts. */
const WORD = /[\p{L}\p{N}_@][\p{L}\p{N}_@.+-]*/gu;
const VALUE = /(?<=["'`/=([:,]\s?)[\p{L}\p{N}_@][\p{L}\p{N}_@.+-]*/gu;
/** Parts of a name that may be the whole name. */
const MOST_PARTS = 64;
/** What is looked at before an ending for a value that is filled in, and how often. */
const LONGEST_FORM = 120;
const FILLS = /[$*{%~+]/;
const MOST_FILLED = 100_000;

/** What the texts of a project say of images. */
interface Mentions {
  /** Names without their endings, in lower case, that the texts have. */
  readonly names: ReadonlySet<string>;
  /** The folder and the beginning of a name, and its end. */
  readonly forms: readonly (readonly [before: string, after: string])[];
  /** Ends of the paths of folders whose files are listed. */
  readonly folders: ReadonlySet<string>;
  readonly showsBundles: boolean;
}

/**
 * The images of a site that no text of the project names: not with their ending, not as a value without it, not by a form such as
 * `icons/${name}.svg`, and not in a folder that a script lists.
 */
export function findUnusedImages(
  site: CheckedSite,
  { pictures, texts }: ProjectListing,
): { readonly found: readonly Finding[]; readonly unchecked: string | null } {
  const { project, root } = site.files;
  const places = imageFolders(site.files).map((folder) => relative(project.top, folder).split(sep).join('/'));
  const images = pictures
    .filter((path) => places.some((place) => place === '' || path.startsWith(`${place}/`)) && !NO_SITE.test(path))
    .map((path) => ({ path, folder: dirname(path), name: nameOf(path), family: nameOf(path).replace(VARIANT, '') }))
    .filter(({ name }) => !CONVENTIONAL.test(name));
  const wanted = new Set(images.flatMap(({ name, family }) => [name, family]));
  const mentions = readMentions(site, texts, wanted);
  if (mentions === null)
    return { found: [], unchecked: `the project builds paths from more than ${MOST_FILLED} values` };
  const bundles = new Set(mentions.showsBundles ? site.pages.map(({ file }) => dirname(join(root, file))) : []);
  const isUsed = ({ path, folder, name, family }: (typeof images)[number]) =>
    mentions.names.has(name) ||
    mentions.names.has(family) ||
    mentions.forms.some((form) => fits(path, form)) ||
    endsOf(folder).some((end) => mentions.folders.has(end)) ||
    bundles.has(join(project.top, folder));
  const usedFamilies = new Set(images.filter(isUsed).map(({ folder, family }) => `${folder}/${family}`));
  const found = images
    .filter(({ folder, family }) => !usedFamilies.has(`${folder}/${family}`))
    .map(({ path }): Finding => {
      const file = relative(root, join(project.top, path)).split(sep).join('/');
      const problem = 'no file in the project refers to it';
      const message = `Cannot find a use for the image ${quote(file)}: ${problem}`;
      return { file, line: 0, column: 0, rule: UNUSED_IMAGE, target: file, problem, message };
    });
  return { found, unchecked: null };
}

function nameOf(path: string): string {
  return normalForm(path.slice(path.lastIndexOf('/') + 1).replace(/\.\w+$/, '')).toLowerCase();
}

function readMentions(
  { files: { project, context } }: CheckedSite,
  texts: readonly string[],
  wanted: ReadonlySet<string>,
): Mentions | null {
  const names = new Set<string>();
  const forms = new Map<string, readonly [string, string]>();
  const folders = new Set<string>();
  let showsBundles = false;
  let filled = 0;
  for (const path of texts) {
    const written = readProjectText(project, path);
    if (written === null) continue;
    const text = normalForm(written).replaceAll('&amp;', '&');
    const isPage = PAGE_FILE.test(path);
    for (const { index } of text.matchAll(ENDING)) {
      const before = text.slice(Math.max(0, index - LONGEST_NAME), index).replace(/^.*[\n\r]/s, '');
      addNames(decodePercent(before.slice(before.lastIndexOf('/') + 1)).toLowerCase(), wanted, names);
      const near = before.slice(-LONGEST_FORM);
      if (!FILLS.test(near)) continue;
      if (++filled > MOST_FILLED) return null;
      const form = formAt(near);
      if (form !== null) forms.set(form.join('\n'), form);
    }
    for (const [word] of text.matchAll(isPage ? VALUE : WORD)) addWord(word.toLowerCase(), wanted, names);
    if (isPage) continue;
    if (LISTING.test(text))
      for (const [, folder] of text.matchAll(FOLDER)) folders.add(folder!.replace(/\/$/, '').toLowerCase());
    showsBundles ||= rulesOf(context.generator).bundles && OF_BUNDLES.test(text);
  }
  for (const common of ['src', 'public', 'static', 'docs', 'content', 'assets', 'dist', 'build', '.'])
    folders.delete(common);
  return { names, forms: [...forms.values()], folders, showsBundles };
}

/** Adds the names that may end at a place of a text, the longest last. @param name what is before the place, in lower case */
function addNames(name: string, wanted: ReadonlySet<string>, names: Set<string>): void {
  let parts = 0;
  for (let at = name.length - 1; at >= 0 && parts < MOST_PARTS; at--) {
    if (at > 0 && /[a-z0-9]/.test(name[at - 1]!)) continue;
    parts++;
    const part = name.slice(at);
    if (wanted.has(part)) names.add(part);
  }
}

/** The form of the path that ends at a place of a text, if a value is filled in; null for none, and for one that any path has. */
function formAt(before: string): readonly [string, string] | null {
  const [, start = '', rest = ''] = FILLED.exec(before) ?? [];
  const folder = start.replace(/^.*\.\.?\//, '').replace(/^[@~/]+/, '');
  return folder === '' && rest === '' ? null : [folder.toLowerCase(), rest.toLowerCase()];
}

function addWord(word: string, wanted: ReadonlySet<string>, names: Set<string>): void {
  if (wanted.has(word)) names.add(word);
  else if (word.includes('.')) for (const part of word.split('.')) if (wanted.has(part)) names.add(part);
}

/** Whether a path has the form of one with a value that is filled in. */
function fits(path: string, [before, after]: readonly [string, string]): boolean {
  const whole = `/${path.slice(0, path.lastIndexOf('.'))}`.toLowerCase();
  if (!whole.endsWith(after)) return false;
  const at = before === '' ? 0 : whole.lastIndexOf(`/${before}`);
  return at !== -1 && at + before.length + 1 <= whole.length - after.length;
}

/** A path and its ends: `a/b`, `b`; and those of the folders above. */
function endsOf(folder: string): string[] {
  const segments = folder.toLowerCase().split('/');
  return segments.flatMap((_, last) =>
    segments.slice(0, last + 1).map((_each, first) => segments.slice(first, last + 1).join('/')),
  );
}
