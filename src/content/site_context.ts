import { join } from 'node:path';
import { byCodePoint } from '../text/by_code_point.ts';
import { type ContentRoot, viewOf } from './find_content_root.ts';
import { findLocales } from './find_locales.ts';
import type { Generator, GeneratorRules, Mount } from './generators/generator_rules.ts';
import { rulesOf } from './generators/generators.ts';
import { languageTag } from './page_fields.ts';
import type { SiteOrigins } from './page_link.ts';
import type { Project } from './project.ts';
import type { ContentSettings } from './site_content.ts';

/** What reading one file needs to know of the whole site: plain data, the same for every file of a build. */
export interface SiteContext {
  readonly generator: Generator;
  /** Where the site answers. */
  readonly origins: SiteOrigins;
  /** BCP 47 tag of pages that name no language. */
  readonly language: string;
  /** Folders that hold one language each. */
  readonly locales: readonly string[];
  /** Folders (`''` is the root) in which number prefixes only give the order. */
  readonly numberedFolders: readonly string[];
  /** Folders whose place in addresses is another one. */
  readonly mounts: readonly Mount[];
  /** Pattern of the addresses of posts. */
  readonly posts: string;
}

const NUMBER_PREFIX = /^\d{1,3}(?:[-_. ]+|\.)(?=\D)/;
const SETTINGS_FILE = /^(?:hugo|config|zola)\.(?:toml|ya?ml)$|^_config\w*\.ya?ml$|^(?:docusaurus|astro)\.config\.\w+$/;
/** Only unindented keys: an indented `url` is a menu entry's or an author's. */
const SITE_OF_SETTINGS = /^(?:base_?url|url)[ \t]*[:=][ \t]*["']?(https?:\/\/[^\s"',]+?)\/?["']?[ \t]*$/gim;
const SITE_OF_SCRIPT = /^[ \t]*(?:url|site)[ \t]*:[ \t]*["'](https?:\/\/[^\s"',]+?)\/?["'],?[ \t]*$/gm;

/** Finds out what conventions a content folder follows: by its generator's settings, else by the look of its files. */
export function detectSite(
  project: Project,
  { root, rules: marked, home }: ContentRoot,
  files: readonly string[],
  settings: ContentSettings,
): SiteContext {
  const absolute = join(project.folder, root);
  const rules = marked ?? rulesOf(generatorByLook(project, absolute, files));
  const view = home === null ? null : viewOf(project, home);
  const wanted = view === null ? null : languageTag(rules.language?.(view) ?? '');
  // A folder of content that the user named inside a project is a root of its own: nothing is mounted in it.
  const isWhole = view !== null && absolute === join(home!, rules.pages?.(view).root ?? '');
  return {
    generator: rules.name,
    origins: {
      origin: settings.origin,
      hosts: configuredHosts(project, home ?? (marked === null ? project.folder : null)),
    },
    language: settings.language ?? wanted ?? 'en',
    locales: localesOf(rules, files),
    numberedFolders: rules.numbers === 'sorting' ? findNumberedFolders(files) : [],
    mounts: isWhole ? (rules.mounts?.(files, view) ?? []) : [],
    posts: rules.posts?.pattern(view) ?? ':title',
  };
}

/** Folders of one language, and where a generator keeps translations elsewhere, what their addresses begin with. */
function localesOf({ languageOfFile }: GeneratorRules, files: readonly string[]): string[] {
  const locales = new Set(findLocales(files));
  if (languageOfFile !== undefined) for (const file of files) locales.add(languageOfFile.exec(file)?.[1] ?? '');
  locales.delete('');
  return [...locales].sort(byCodePoint);
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
