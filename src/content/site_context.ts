import { join } from 'node:path';
import { byCodePoint } from '../text/by_code_point.ts';
import { type ContentRoot, viewOf } from './find_content_root.ts';
import { findLocales } from './find_locales.ts';
import type { Generator, GeneratorRules, Mount } from './generators/generator_rules.ts';
import { rulesOf } from './generators/generators.ts';
import { languageTag } from './page_fields.ts';
import type { SiteOrigins } from './page_link.ts';
import type { Project } from './project.ts';
import type { ContentSettings, FieldSetting } from './site_content.ts';

/** Facts about the whole site that reading one file needs. Plain data, the same for every file of a build. */
export interface SiteContext {
  readonly generator: Generator;
  /** The origins of the site. */
  readonly origins: SiteOrigins;
  /** BCP 47 tag of pages that name no language. */
  readonly language: string;
  /** Folders that contain one language each. */
  readonly locales: readonly string[];
  /** Folders (`''` is the root) in which number prefixes of names are only for sorting. */
  readonly numberedFolders: readonly string[];
  /** Folders that have another path in addresses. */
  readonly mounts: readonly Mount[];
  /** Pattern of the addresses of posts, such as `:year/:month/:day/:title`. */
  readonly posts: string;
  /** The owner's own front matter keys; absent: none. */
  readonly fields?: readonly FieldSetting[];
  /** Whether the published Markdown begins with the front matter. */
  readonly keepsFrontMatter?: boolean;
}

const NUMBER_PREFIX = /^\d{1,3}(?:[-_. ]+|\.)(?=\D)/;
const SETTINGS_FILE = /^(?:hugo|config|zola)\.(?:toml|ya?ml)$|^_config\w*\.ya?ml$|^(?:docusaurus|astro)\.config\.\w+$/;
/** Matches only unindented keys: an indented `url` belongs to a menu entry or an author. */
const SITE_OF_SETTINGS = /^(?:base_?url|url)[ \t]*[:=][ \t]*["']?(https?:\/\/[^\s"',]+?)\/?["']?[ \t]*$/gim;
const SITE_OF_SCRIPT = /^[ \t]*(?:url|site)[ \t]*:[ \t]*["'](https?:\/\/[^\s"',]+?)\/?["'],?[ \t]*$/gm;

/** Detects the conventions of a content folder: from its generator's settings, else from its files. */
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
  // Mounts apply only to the generator's own content root, not to a folder in it that the user named.
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
    fields: settings.fields ?? [],
    keepsFrontMatter: settings.frontMatter === 'keep',
  };
}

/** The language folders; for a generator that keeps translations elsewhere, also the first segment of their addresses. */
function localesOf({ languageOfFile }: GeneratorRules, files: readonly string[]): string[] {
  const locales = new Set(findLocales(files));
  if (languageOfFile !== undefined) for (const file of files) locales.add(languageOfFile.exec(file)?.[1] ?? '');
  locales.delete('');
  return [...locales].sort(byCodePoint);
}

/** Guesses the generator from a sample of the files: notes link by `[[name]]`, Jekyll's pages contain Liquid tags. */
function generatorByLook(project: Project, root: string, files: readonly string[]): Generator {
  const step = Math.max(1, Math.floor(files.length / 40));
  let sampled = 0;
  let notes = 0;
  let liquid = 0;
  for (let at = 0; at < files.length; at += step) {
    sampled++;
    const text = project.beginning(join(root, files[at]!), 20_000).replace(/```[\s\S]*?```|`[^`\n]*`/g, '');
    if (/\[\[[^[\]\n]+\]\](?![([])/.test(text)) notes++;
    if (/\{% (?:include|link|post_url|if|assign|raw|highlight)\b/.test(text)) liquid++;
  }
  if (notes > sampled * 0.2) return 'obsidian';
  return liquid > sampled * 0.2 ? 'jekyll' : 'plain';
}

/** The site's addresses in its generator's settings. */
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

/** Folders in which most entries, and at least two, have a number prefix such as `01-` or `2.`. */
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

/** Removes the number prefix of a name, unless nothing would remain. */
export function withoutNumber(name: string): string {
  return name.replace(NUMBER_PREFIX, '');
}
