import { join, relative } from 'node:path';
import { byCodePoint } from '../../text/by_code_point.ts';
import type { ListedFiles } from '../files/list_files.ts';
import type { Project } from '../files/project.ts';
import type {
  AddressPattern,
  AddressStyle,
  FolderView,
  Generator,
  GeneratorRules,
  Mount,
} from '../generators/generator_rules.ts';
import { rulesOf } from '../generators/generators.ts';
import { readScript } from '../generators/settings/read_script.ts';
import { textOf } from '../generators/settings/script_value.ts';
import { languageTag } from '../markdown/front_matter/page_fields.ts';
import type { SiteOrigins } from '../markdown/page_link.ts';
import type { ContentSettings, FieldSetting } from '../site_content.ts';
import { type ContentRoot, viewOf } from './find_content_root.ts';
import { findLanguageSuffixes, findLocales, parentOf } from './find_locales.ts';
import { languageOfCountry } from './language_code.ts';
import { type LinkEvidence, sampleLinks } from './sample_links.ts';
import { redirectsOf } from './site_redirects.ts';

/** Facts about the whole site that reading one file needs. Plain data, the same for every file of a build. */
export interface SiteContext {
  readonly generator: Generator;
  /** The origins of the site. */
  readonly origins: SiteOrigins;
  /** BCP 47 tag of pages that name no language. */
  readonly language: string;
  /** Folders that contain one language each. */
  readonly locales: readonly string[];
  /** Tags of language folders and suffixes that differ from their names. */
  readonly languageTags: Readonly<Record<string, string>>;
  /** Suffixes of file names that are languages: `fr` of `page.fr.md`. */
  readonly languageSuffixes: readonly string[];
  /** Folders (`''` is the root) in which number prefixes of names are only for sorting. */
  readonly numberedFolders: readonly string[];
  /** Whether the settings keep number prefixes that the generator would remove. */
  readonly keepsNumbers: boolean;
  /** Whether a date before a name stays in the address. */
  readonly dates: 'kept' | 'cut';
  /** The time zone in which dates with a time are days; null: as written. */
  readonly timeZone: string | null;
  /** Folders that have another path in addresses. */
  readonly mounts: readonly Mount[];
  /** Patterns of addresses, the innermost folder first. */
  readonly patterns: readonly AddressPattern[];
  /** Folders whose files the settings make dated posts. */
  readonly postFolders: readonly string[];
  /** How addresses end on the live site. */
  readonly addressStyle: AddressStyle;
  /** Paths that links may begin with, because the site is below them on its host. */
  readonly bases: readonly string[];
  /** The title of a home page that has none; null: that of its file. */
  readonly homeTitle: string | null;
  /** Files that are published and not read, such as HTML: links to them are not dead. */
  readonly others: readonly string[];
  /** Where old addresses lead, both without slashes at their ends. */
  readonly redirects: Readonly<Record<string, string>>;
  /** Folders in which included files are looked for first, relative to the content root. */
  readonly includeFolders?: readonly string[];
  /** Titles that a table of contents gives to files. */
  readonly titles: Readonly<Record<string, string>>;
  /** Whether the published Markdown begins with the front matter. */
  readonly keepsFrontMatter?: boolean;
  /** The owner's own front matter keys; absent: none. */
  readonly fields?: readonly FieldSetting[];
}

const NUMBER_PREFIX = /^\d{1,3}(?:[-_. ]+|\.)(?=\D)/;
const SETTINGS_FILE = /^(?:hugo|config|zola)\.(?:toml|ya?ml)$|^_config\w*\.ya?ml$|^(?:docusaurus|astro)\.config\.\w+$/;
/** Matches only unindented keys: an indented `url` belongs to a menu entry or an author. */
const SITE_OF_SETTINGS = /^(?:base_?url|url)[ \t]*[:=][ \t]*["']?(https?:\/\/[^\s"',]+?)\/?["']?[ \t]*$/gim;

/**
 * Detects the conventions of a content folder: from its generator's settings, else from its files.
 * @param sample reads what links tell; it may know it from an earlier call
 */
export function detectSite(
  project: Project,
  { root, rules: marked, home }: ContentRoot,
  { files, others }: ListedFiles,
  settings: ContentSettings,
  sample: typeof sampleLinks = sampleLinks,
): SiteContext {
  const absolute = join(project.folder, root);
  const rules = marked ?? rulesOf(generatorByLook(project, absolute, files));
  const view = home === null ? null : viewOf(project, home);
  const wanted = view === null ? null : languageTag(rules.language?.(view) ?? '');
  // Paths in settings apply only to the generator's own content root, not to a folder in it that the user named.
  const isWhole = view !== null && absolute === join(home!, rules.pages?.(view).root ?? '');
  const own = isWhole ? view : null;
  const evidence = needsEvidence(rules) ? sample(project, absolute, files) : null;
  const mounts = own === null ? [] : mountsOf(rules, own, files, evidence);
  const style = view === null ? null : (rules.addressStyle?.(view) ?? null);
  return {
    generator: rules.name,
    origins: {
      origin: settings.origin,
      hosts: configuredHosts(project, home ?? (marked === null ? project.folder : null)),
    },
    language: settings.language ?? wanted ?? 'en',
    ...languagesOf(rules, own, files),
    numberedFolders: rules.numbers === 'sorting' ? findNumberedFolders(files) : [],
    keepsNumbers: own !== null && rules.keepsNumbers?.(own) === true,
    dates: (own === null ? null : rules.datesBySettings?.(own)) ?? rules.dates,
    timeZone: view === null ? null : (rules.timeZone?.(view) ?? null),
    mounts,
    patterns: innermostFirst([
      ...(own === null ? [] : (rules.patterns?.(own) ?? [])),
      ...(evidence?.posts == null ? [] : [evidence.posts]),
    ]),
    postFolders: own === null ? [] : (rules.postFolders?.(own) ?? []),
    addressStyle:
      settings.addressStyle ?? (rules.addressesByLinks === true ? evidence?.style : null) ?? style ?? 'bare',
    bases: basesOf(view === null ? null : (rules.base?.(view) ?? null), rules, mounts),
    others,
    redirects: view === null ? {} : redirectsOf(rules, view),
    keepsFrontMatter: settings.frontMatter === 'keep',
    fields: settings.fields ?? [],
    homeTitle: own === null ? null : (rules.siteTitle?.(own) ?? null),
    includeFolders: own === null ? [] : includeFoldersOf(rules, own, home!, absolute),
    titles: Object.fromEntries(own === null ? [] : (rules.titles?.(own) ?? [])),
  };
}

const MOST_INCLUDE_FOLDERS = 20;

function includeFoldersOf(rules: GeneratorRules, view: FolderView, home: string, root: string): string[] {
  const named = rules.includeFolders?.(view).slice(0, MOST_INCLUDE_FOLDERS) ?? [];
  return named.map((folder) => relative(root, join(home, folder)).replaceAll('\\', '/'));
}

/** Whether only the site's own links tell something about its addresses. */
function needsEvidence({ namesOfSite, addressesByLinks, postsByLinks }: GeneratorRules): boolean {
  return namesOfSite !== undefined || addressesByLinks === true || postsByLinks === true;
}

/** The mounts of the settings. Where these do not say where the site is on its host, links do. */
function mountsOf(
  rules: GeneratorRules,
  view: FolderView,
  files: readonly string[],
  evidence: LinkEvidence | null,
): readonly Mount[] {
  const mounts = rules.mounts?.(files, view) ?? [];
  if (rules.namesOfSite === undefined || mounts.length !== 1 || mounts[0]![0] !== '') return mounts;
  const bases = evidence?.bases ?? [];
  // After a move, links have the old path and the new one, which mostly has the site's name.
  const names = rules.namesOfSite(view).map((name) => name.toLowerCase());
  const named = bases.find((base) => names.includes(base.slice(base.lastIndexOf('/') + 1).toLowerCase()));
  const base = named ?? bases[0];
  return base === undefined ? mounts : [['', base]];
}

function innermostFirst(patterns: readonly AddressPattern[]): readonly AddressPattern[] {
  return patterns.toSorted((a, b) => b.folder.length - a.folder.length);
}

function basesOf(base: string | null, { namesOfSite }: GeneratorRules, mounts: readonly Mount[]): string[] {
  const mounted = namesOfSite !== undefined ? mounts.map(([, address]) => address) : [];
  return [...new Set([base ?? '', ...mounted])].filter((each) => each !== '');
}

/** The languages that the settings name, else those that the files show. */
function languagesOf(
  rules: GeneratorRules,
  view: FolderView | null,
  files: readonly string[],
): Pick<SiteContext, 'locales' | 'languageTags' | 'languageSuffixes'> {
  const named = view === null ? null : (rules.languages?.(view) ?? null);
  const { languageOfFile } = rules;
  // A translation that the settings forget is still one if its files show it and it is beside one that they name.
  const places =
    named === null || languageOfFile !== undefined ? null : new Set(named.map(([folder]) => parentOf(folder)));
  const shown = findLocales(files).filter((folder) => places?.has(parentOf(folder)) ?? true);
  const locales = new Set([...shown, ...(named ?? []).map(([folder]) => folder)]);
  // A generator that keeps translations elsewhere has their language as the first segment of addresses.
  if (languageOfFile !== undefined) for (const file of files) locales.add(languageOfFile.exec(file)?.[1] ?? '');
  locales.delete('');
  const known = named === null ? null : new Set(named.map(([folder]) => folder.slice(folder.lastIndexOf('/') + 1)));
  const suffixes = rules.languageSuffix === true ? findLanguageSuffixes(files, known) : [];
  return {
    locales: [...locales].sort(byCodePoint),
    languageTags: Object.fromEntries([...shown.flatMap(tagOfEnding), ...(named ?? [])]),
    languageSuffixes: suffixes,
  };
}

/** The language of a folder such as `pages.de`, whose name is no language itself. */
function tagOfEnding(folder: string): readonly (readonly [string, string])[] {
  const code = /[^/]\.([^./]+)$/.exec(folder)?.[1] ?? '';
  const tag = languageOfCountry(code) ?? languageTag(code);
  return tag === null ? [] : [[folder, tag]];
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
    if (/\.[cm]?[jt]s$/.test(name)) {
      const settings = readScript(viewOf(project, folder), name);
      const address = textOf(settings, 'url') ?? textOf(settings, 'site') ?? '';
      if (/^https?:\/\/[^\s/]/.test(address)) hosts.add(address.replace(/\/+$/, ''));
    } else for (const match of project.text(join(folder, name)).matchAll(SITE_OF_SETTINGS)) hosts.add(match[1]!);
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

/** Whether the generator treats a file as a dated post. */
export function isPost(file: string, { generator, postFolders }: SiteContext): boolean {
  return postFolders.some((folder) => file.startsWith(`${folder}/`)) || rulesOf(generator).posts?.test(file) === true;
}

/** Removes the number prefix of a name, unless nothing would remain. */
export function withoutNumber(name: string): string {
  return name.replace(NUMBER_PREFIX, '');
}
