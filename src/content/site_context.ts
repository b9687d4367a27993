import { dirname, join } from 'node:path';
import { byCodePoint } from '../text/by_code_point.ts';
import { type Generator, generatorOfEntries } from './generator.ts';
import { isLanguageCode } from './language_code.ts';
import type { SiteOrigins } from './page_link.ts';
import type { Project } from './project.ts';
import type { ContentSettings } from './site_content.ts';

/** What reading one file needs to know of the whole site: plain data, the same for every file of a build. */
export interface SiteContext {
  readonly generator: Generator;
  /** Where the site answers. */
  readonly origins: SiteOrigins;
  readonly language: string;
  /** Top folders that hold one language each. */
  readonly locales: readonly string[];
  /** Folders (`''` is the root) in which number prefixes only give the order. */
  readonly numberedFolders: readonly string[];
}

const NUMBER_PREFIX = /^\d{1,3}(?:[-_. ]+|\.)(?=\D)/;
const LEVELS_UP = 4;
const SETTINGS_FILE = /^(?:hugo|config|zola)\.(?:toml|ya?ml)$|^_config\w*\.ya?ml$|^(?:docusaurus|astro)\.config\.\w+$/;
/** Only unindented keys: an indented `url` is a menu entry's or an author's. */
const SITE_OF_SETTINGS = /^(?:base_?url|url)[ \t]*[:=][ \t]*["']?(https?:\/\/[^\s"',]+?)\/?["']?[ \t]*$/gim;
const SITE_OF_SCRIPT = /^[ \t]*(?:url|site)[ \t]*:[ \t]*["'](https?:\/\/[^\s"',]+?)\/?["'],?[ \t]*$/gm;

/**
 * Finds out what conventions a content folder follows: by marker files above it, else by the look of its files.
 * @param root the content root, relative to the folder that the user named
 */
export function detectSite(
  project: Project,
  root: string,
  files: readonly string[],
  settings: ContentSettings,
): SiteContext {
  const { generator, settingsFolder } = detectGenerator(project, join(project.folder, root), files);
  return {
    generator,
    origins: { origin: settings.origin, hosts: configuredHosts(project, settingsFolder) },
    language: settings.language,
    locales: findLocales(files),
    numberedFolders: generator === 'hugo' || generator === 'mdn' ? [] : findNumberedFolders(files),
  };
}

/** The nearest folder with a marker: `root`, its parents up to `folder`, then a few more within the same checkout. */
function detectGenerator(
  project: Project,
  root: string,
  files: readonly string[],
): { generator: Generator; settingsFolder: string | null } {
  let path = root;
  for (let level = 0; level <= LEVELS_UP; level++) {
    const names = project.names(path);
    const here = path;
    const generator = generatorOfEntries(names, (name) => project.text(join(here, name)));
    if (generator !== null) return { generator, settingsFolder: path };
    const parent = dirname(path);
    // Above the checkout, or above what the user named when there is none, nothing belongs to this site.
    if (names.includes('.git') || names.includes('package.json') || parent === path) break;
    path = parent;
  }
  return { generator: generatorByLook(project, root, files), settingsFolder: project.folder };
}

/** Without markers, a sample of the files tells: notes link by `[[name]]`, Jekyll's pages carry Liquid tags. */
function generatorByLook(project: Project, root: string, files: readonly string[]): Generator {
  const step = Math.max(1, Math.floor(files.length / 40));
  let asked = 0;
  let notes = 0;
  let liquid = 0;
  for (let at = 0; at < files.length; at += step) {
    asked++;
    const text = project.beginning(join(root, files[at]!), 20_000).replace(/```[\s\S]*?```|`[^`\n]*`/g, '');
    if (/\[\[[^[\]\n]+\]\](?![([])/.test(text)) notes++;
    if (/\{% (?:include|link|post_url|if|assign|raw|highlight)\b/.test(text)) liquid++;
  }
  if (notes > asked * 0.2) return 'obsidian';
  return liquid > asked * 0.2 ? 'jekyll' : 'plain';
}

/** The site's own addresses, as its generator's settings name them. */
function configuredHosts(project: Project, folder: string | null): string[] {
  if (folder === null) return [];
  const hosts = new Set<string>();
  for (const name of project.names(folder).toSorted(byCodePoint)) {
    if (!SETTINGS_FILE.test(name)) continue;
    const setting = /\.(?:[cm]?[jt]s)$/.test(name) ? SITE_OF_SCRIPT : SITE_OF_SETTINGS;
    for (const match of project.text(join(folder, name)).matchAll(setting)) hosts.add(match[1]!);
  }
  return [...hosts];
}

/** Top folders named by a language code, when there are two of them or when nothing else stands beside one. */
function findLocales(files: readonly string[]): string[] {
  const tops = new Map<string, number>();
  for (const file of files) {
    const slash = file.indexOf('/');
    if (slash !== -1) tops.set(file.slice(0, slash), (tops.get(file.slice(0, slash)) ?? 0) + 1);
  }
  const locales = [...tops.keys()].filter(isLanguageCode).sort(byCodePoint);
  const inLocales = locales.reduce((sum, name) => sum + tops.get(name)!, 0);
  return locales.length > 0 && inLocales * 2 > files.length ? locales : [];
}

/** Folders where most entries (and at least two) carry a number prefix such as `01-` or `2.`. */
function findNumberedFolders(files: readonly string[]): string[] {
  const folders = new Map<string, Set<string>>();
  for (const file of files) {
    for (let start = 0; ; ) {
      const slash = file.indexOf('/', start);
      const folder = start === 0 ? '' : file.slice(0, start - 1);
      const name = file.slice(start, slash === -1 ? file.length : slash);
      let names = folders.get(folder);
      if (names === undefined) {
        names = new Set();
        folders.set(folder, names);
      }
      if (!/^_?(?:index|readme)\./i.test(name)) names.add(name);
      if (slash === -1) break;
      start = slash + 1;
    }
  }
  const numbered: string[] = [];
  for (const [folder, names] of folders) {
    let count = 0;
    for (const name of names) if (NUMBER_PREFIX.test(name)) count++;
    if (count >= 2 && count * 5 >= names.size * 3) numbered.push(folder);
  }
  return numbered.sort(byCodePoint);
}

/** A name without its number prefix; as it is when nothing would remain. */
export function withoutNumber(name: string): string {
  return name.replace(NUMBER_PREFIX, '');
}
