import { basename, join, relative } from 'node:path';
import { listFiles } from '../files/list_files.ts';
import { openProject, type Project } from '../files/project.ts';
import {
  type Generator,
  isIndexOf,
  pathOfAddress,
  type Setting,
  type SiteStatements,
} from '../generators/generator_rules.ts';
import { rulesOf } from '../generators/generators.ts';
import { firstOf, parseSettings, textAt } from '../generators/settings/settings.ts';
import { cutFrontMatter } from '../markdown/front_matter/front_matter_fence.ts';
import { parseFrontMatter } from '../markdown/front_matter/parse_front_matter.ts';
import type { ContentSettings } from '../site_content.ts';
import { type ContentRoot, findContentRoot } from './find_content_root.ts';
import { viewOf } from './folder_view.ts';

/** The facts of a site as a whole, with their sources. */
export interface SiteFact<Value> {
  readonly value: Value;
  /** Such as `docusaurus.config.js: url`; null: from the settings of Catchword. */
  readonly from: string | null;
}

export interface SiteFacts {
  /** Without a slash at its end; null: no settings tell. */
  readonly origin: SiteFact<string | null>;
  readonly title: SiteFact<string>;
}

/** The owner's settings, which precede the facts from the site. */
export type GivenFacts = Pick<ContentSettings, 'origin' | 'site'> & { readonly title?: string | null };

/** Names of folders and packages that say what is in them, but not of what site. */
const NO_TITLE =
  /^(?:contents?|src|source|docs?|documentation|website|site|sites|pages|posts|markdown|md|web|www|apps?|packages|html|public|repo|repository|workspace|monorepo|root|code|project|data|home|input|build|dist|book|srv|work|tmp|main|master|[a-z]{2})$/i;
/** Titles of home pages that say only that. */
const NO_PAGE_TITLE =
  /^(?:home|home ?page|index|readme|welcome|introduction|intro|overview|start|getting started|(?:table of )?contents|documentation|docs)[.!]?$/i;
const BEGINNING = 20_000;

/** The facts of a site. @param files of the content root that may be pages, sorted */
export function factsOfSite(
  project: Project,
  place: ContentRoot,
  files: readonly string[],
  given: GivenFacts,
): SiteFacts {
  const { rules, home } = place;
  const says = rules === null || home === null ? {} : rules.says(viewOf(project, home));
  return {
    origin: given.origin === null ? unsetOrigin(project, home, says, given) : { value: given.origin, from: null },
    title: given.title == null ? titleOf(project, place, files, says) : { value: given.title, from: null },
  };
}

/** The facts of the site of a folder as its settings and files say them, without reading its pages. */
export function readSiteFacts(folder: string, given: GivenFacts = { origin: null }): SiteFacts & SiteSetup {
  const project = openProject(folder);
  const place = findContentRoot(project);
  const { files } = listFiles(project, place.root, place.folders, place.selection);
  const home = place.home === null ? null : viewOf(project, place.home);
  const says = (home && place.rules?.says(home)) ?? {};
  return {
    ...factsOfSite(project, place, files, given),
    hasOwnTitle: (says.title?.value ?? '') !== '',
    ...{ unread: place.unread, root: join(project.folder, place.root), top: project.top },
    generator: place.rules?.name ?? null,
    settingsFile: (home && place.rules?.settingsFile(home)) ?? null,
  };
}

/** The facts of a folder that deploying its site needs. */
export interface SiteSetup {
  /** Whether the title is in the settings of the generator. */
  readonly hasOwnTitle: boolean;
  /** The folders of pages that settings name and that cannot be read. */
  readonly unread: readonly string[];
  /** Absolute path of the content root, and of the project's top folder. */
  readonly root: string;
  readonly top: string;
  /** The generator that was recognised by its files, or null. */
  readonly generator: Generator | null;
  /** Its settings file, relative to the folder of the site; null: there is none. */
  readonly settingsFile: string | null;
}

/** Addresses of a declared site hold on any host, such as that of a preview. */
function unsetOrigin(project: Project, home: string | null, says: SiteStatements, { site }: GivenFacts) {
  return site === undefined ? originOf(project, home, says) : { value: null, from: site.generator };
}

/**
 * The address that the settings give, with the site's path on its host, and no slash at its end. One that is a placeholder or none at all
 * is a warning.
 * @param home folder with the settings
 */
function originOf(project: Project, home: string | null, says: SiteStatements): SiteFact<string | null> {
  const { address, base } = says;
  const unset = { value: null, from: 'not set in any settings' };
  if (home === null || address == null || address.value === '') return unset;
  const reason = reasonUnusable(address.value);
  if (reason !== null) {
    project.warn(
      join(home, address.file),
      `Cannot use "${address.key}" as the origin: ${reason}. Set "origin" in catchword.config.json or CATCHWORD_ORIGIN`,
      'origin',
      address.line,
    );
    return unset;
  }
  const path = pathOfSite(says);
  const from = [spellSetting(project, home, address)];
  if (base?.value != null && pathOfAddress(base.value) !== '')
    from.push(base.file === address.file ? base.key : spellSetting(project, home, base));
  return { value: new URL(address.value!).origin + (path === '' ? '' : `/${path}`), from: from.join(', ') };
}

function titleOf(
  project: Project,
  place: ContentRoot,
  files: readonly string[],
  says: SiteStatements,
): SiteFact<string> {
  const { folder, top } = project;
  return (
    titleOfSettings(project, place, says) ??
    titleOfFolder(folder) ??
    titleOfRootPage(project, place, files) ??
    titleOfPackage(project, place) ??
    titleOfFolder(top) ?? { value: basename(folder) || 'Site', from: 'name of the folder' }
  );
}

function titleOfSettings(project: Project, { home }: ContentRoot, { title }: SiteStatements): SiteFact<string> | null {
  const value = title?.value?.trim() ?? '';
  return value === '' ? null : { value, from: spellSetting(project, home!, title!) };
}

function titleOfFolder(folder: string): SiteFact<string> | null {
  const name = basename(folder);
  return name === '' || NO_TITLE.test(name) ? null : { value: name, from: 'name of the folder' };
}

/** The title of the page at the root of the site: of its front matter, else its first heading of the first level. */
function titleOfRootPage(
  project: Project,
  { root, rules }: ContentRoot,
  files: readonly string[],
): SiteFact<string> | null {
  const conventions = rules ?? rulesOf('plain');
  const file = files.find((each) => !each.includes('/') && isIndexOf(each, conventions));
  if (file === undefined) return null;
  const text = project
    .beginning(join(project.folder, root, file), BEGINNING)
    .replace(/^\ufeff/, '')
    .replaceAll('\r\n', '\n');
  const source = cutFrontMatter(text, true);
  const named = parseFrontMatter(file, source).fields.get('title');
  const heading = /^#[ \t]+(\S[^\n]{0,500}?)[ \t]*#*[ \t]*$/m.exec(
    source.body.replace(/^(```|~~~)[\s\S]*?^\1/gm, ''),
  )?.[1];
  const title = (typeof named === 'string' ? named : (heading ?? '')).trim();
  const isPlain = title !== '' && !/[<>{}[\]`*]/.test(title) && !NO_PAGE_TITLE.test(title);
  return isPlain ? { value: title, from: `title of ${spellPath(project, join(project.folder, root, file))}` } : null;
}

function titleOfPackage(project: Project, { root, home }: ContentRoot): SiteFact<string> | null {
  return firstOf([home, join(project.folder, root), project.folder, project.top], (folder) => {
    if (folder === null || !project.names(folder).includes('package.json')) return null;
    const file = join(folder, 'package.json');
    const name = textAt(parseSettings('package.json', project.text(file)), 'name');
    const value = name?.replace(/^@[^/]*\//, '') ?? '';
    return value === '' || NO_TITLE.test(value) ? null : { value, from: `${spellPath(project, file)}: name` };
  });
}

function spellSetting(project: Project, home: string, { file, key }: Setting): string {
  return `${spellPath(project, join(home, file))}: ${key}`;
}

function spellPath(project: Project, path: string): string {
  return relative(project.folder, path).replaceAll('\\', '/');
}

/** Hosts of templates, which their authors meant to be replaced, and hosts of the machine itself. */
const PLACEHOLDERS = [
  /^(?:www\.)?example\.(?:com|org|net|edu)$/,
  /^(?:[\w-]+\.)*(?:your|my)[-_]?(?:\w+[-_])*(?:site|website|domain|docs?|documentation|blog|app|company|org|project|host|name|username)\b/,
  /^(?:your|user|<)[\w<>-]*\.(?:github|gitlab)\.io$/,
  /^(?:change-?me|todo|placeholder|tbd)\b/,
  /(?:^|\.)localhost$|^127\.|^0\.0\.0\.0$|^\[::1?\]$/,
];

/** The site's path on its host by its settings, without slashes at its ends; '' for the root. */
export function pathOfSite({ address, base }: SiteStatements): string {
  return pathOfAddress(base?.value ?? null) || pathOfAddress(address?.value ?? null);
}

function reasonUnusable(value: string | null): string | null {
  if (value === null) return 'its value is known only when the generator runs';
  if (!/^https?:\/\/[^\s/{}$<>]+/i.test(value) || !URL.canParse(value))
    return `"${value}" is not an http or https address`;
  const { hostname } = new URL(value);
  return PLACEHOLDERS.some((pattern) => pattern.test(hostname))
    ? `"${value}" is a placeholder or the address of this machine`
    : null;
}
