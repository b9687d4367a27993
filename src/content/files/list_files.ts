import { isUtf8 } from 'node:buffer';
import { type Dirent, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import ignore from 'ignore';
import { byCodePoint } from '../../text/by_code_point.ts';
import type { PageSelection } from '../generators/generator_rules.ts';
import { type IgnoreRules, readIgnoreRules } from './ignore_rules.ts';
import type { Project } from './project.ts';
import { PAGE_FILE, reasonOf } from './regular_file.ts';

/** Documents that generators publish beside Markdown. Links may lead to them. */
const OTHER_DOCUMENT =
  /\.(?:x?html?|rst|adoc|asciidoc|ipynb|njk|liquid|vto|s?erb|ejs|hbs|mustache|pug|haml|slim|astro|org|textile|rmd)$/i;
const MOST_OTHERS = 10_000;
/** Files at a project's root that are about the project, such as a license, and not pages of its site. */
const PROJECT_DOCUMENT =
  /^(?:readme|contributing|license|licence|changelog|changes|history|code[-_]of[-_]conduct|security|support|governance|maintainers|authors|third-?party-?notices|claude|agents?|gemini|skill)(?:[-_.][\w-]*)*\.(?:md|mdx|markdown)$/i;
/** Authors' notes for agents that work on the files, in whichever folder. In small letters the names are subjects as any other. */
const AGENT_NOTES = /^(?:AGENTS|CLAUDE|GEMINI)(?:\.local)?\.md$/;
const PROJECT_MARKER =
  /^(?:\.git|\.github|package\.json|licen[cs]e(?:\.\w+)?|cargo\.toml|pyproject\.toml|go\.mod|_config\.yml|docfx\.json|hugo\.\w+|(?:docusaurus|astro|nuxt)\.config\.\w+)$/i;
/** Folders of page fragments and of tools, at any depth. */
const NOT_PAGES =
  /^(?:node_modules|bower_components|_includes|_layouts|_partials|_snippets|_shared|_common|_data|_sass|_site|_templates|_archetypes|__tests__|vendor)$/i;
/** Folders of page fragments at the root; below it, these names are ordinary subjects of documentation. */
const NOT_PAGES_AT_ROOT = /^(?:snippets|archetypes|templates|layouts|includes|partials)$/i;

/** The name of a template: `[slug].md`, `{{name}}.md`. An open bracket alone is a name as any other. */
const TEMPLATE = /\[[^[\]]+\]|\{[^{}]+\}/;

/** Logseq makes a file of this name for a note whose name has a link. */
const WIKI_NAME = /\[\[(?!\.\.\.)[^[\]]+\]\]/g;

/** Maximum depth of folders. Far deeper than any real site; a bound, because work on a path grows with its depth. */
const DEEPEST_FOLDER = 256;

/** A folder to list. `rules`: the ignore rules of its parent; null at the root. */
interface PendingFolder {
  readonly path: string;
  readonly depth: number;
  readonly rules: IgnoreRules | null;
}

/** The files of a content root, `/`-separated and sorted by code point. */
export interface ListedFiles {
  /** Files that may be pages. */
  readonly files: readonly string[];
  /** Documents that are published but not read, such as HTML: at most 10,000. */
  readonly others: readonly string[];
}

/** A listing so far. */
interface Walk {
  readonly project: Project;
  readonly top: string;
  readonly among: readonly string[] | null;
  readonly takesDocuments: boolean;
  readonly files: string[];
  readonly others: string[];
  readonly pending: PendingFolder[];
}

/**
 * Lists the files below a content root. It does not follow symbolic links, so a loop of folders cannot trap the walk. Skipped
 * files that may be pages become warnings of the project.
 * @param root relative to the project's folder
 * @param folders folders of the root that contain pages; null: all
 * @param selection which of the files are pages by the generator's settings; null: all
 */
export function listFiles(
  project: Project,
  root: string,
  folders: readonly string[] | null = null,
  selection: PageSelection | null = null,
): ListedFiles {
  const isSelected = selectorOf(selection);
  const walk: Walk = {
    ...{ project, top: join(project.folder, root), among: folders },
    takesDocuments: selection?.projectDocuments === true,
    files: [],
    others: [],
    pending: [{ path: '', depth: 0, rules: null }],
  };
  for (let folder = walk.pending.pop(); folder !== undefined; folder = walk.pending.pop()) listFolder(walk, folder);
  return {
    files: walk.files.filter(isSelected).sort(byCodePoint),
    others: walk.others.sort(byCodePoint).slice(0, MOST_OTHERS),
  };
}

function listFolder(walk: Walk, { path, depth, rules: inherited }: PendingFolder): void {
  const { project, top, among } = walk;
  const warn = (inner: string, message: string, rule: string) => project.warn(join(top, inner), message, rule);
  const entries = entriesOf(join(top, path), path, warn);
  const isProject = path === '' && entries.some((entry) => PROJECT_MARKER.test(entry.name));
  const ignoreFile = entries.some((entry) => entry.name === '.gitignore');
  const outer = inherited ?? readIgnoreRules(project, top);
  const rules = ignoreFile && path !== '' ? outer.below(path) : outer;
  for (const entry of entries) {
    const inner = path === '' ? entry.name : `${path}/${entry.name}`;
    // What the settings name is read whatever its name, also where git ignores it.
    const isNamed = among?.some((each) => `${each}/`.startsWith(`${inner}/`)) ?? false;
    const isIgnored = rules.ignores(inner, entry.isDirectory());
    if (!isNamed && (entry.name.startsWith('.') || isIgnored)) continue;
    if (among !== null && !isAmong(inner, among)) continue;
    if (entry.isDirectory()) {
      if (!isNamed && (NOT_PAGES.test(entry.name) || (isProject && NOT_PAGES_AT_ROOT.test(entry.name)))) continue;
      const own = isIgnored && among!.includes(inner) ? readIgnoreRules(project, join(top, inner), top) : rules;
      if (depth < DEEPEST_FOLDER) walk.pending.push({ path: inner, depth: depth + 1, rules: own });
      else warn(inner, `Cannot read the folder: it is more than ${DEEPEST_FOLDER} levels deep`, 'unreadable');
    } else if (PAGE_FILE.test(entry.name)) {
      const isDocument = !isNamed && (AGENT_NOTES.test(entry.name) || (isProject && PROJECT_DOCUMENT.test(entry.name)));
      if (isDocument && !(walk.takesDocuments && beginsWithFrontMatter(project, join(top, inner)))) continue;
      const refusal = refusalOf(entry);
      if (refusal === null) walk.files.push(inner);
      else warn(inner, `Cannot publish the page: ${refusal}`, 'no-page');
    } else if (OTHER_DOCUMENT.test(entry.name)) {
      if (entry.isFile()) walk.others.push(inner);
    } else if (entry.isSymbolicLink() && isFolder(join(top, inner))) {
      warn(inner, 'Cannot read the folder: symbolic links are not followed', 'no-page');
    }
  }
}

/** A pattern with more `**` costs too much on a deep path; longer lists of patterns are no settings of people. */
const COSTLY = /(?:\*\*.*){3}/;
const MOST_PATTERNS = 500;

/** Whether a file of a content root is one of a selection. */
export function selectorOf(selection: PageSelection | null): (file: string) => boolean {
  if (selection === null) return () => true;
  const only = selection.only === null ? null : new Set(selection.only);
  const except = selection.except.length === 0 ? null : compiled(selection.except);
  const without = selection.withoutRMarkdown === true ? /\.rmd$/i : null;
  return (file) => (only?.has(file) ?? true) && without?.test(file) !== true && !(except?.ignores(file) ?? false);
}

function compiled(patterns: readonly string[]): ignore.Ignore {
  const usable = patterns.filter((pattern) => pattern.length <= 500 && !COSTLY.test(pattern));
  return ignore({ ignorecase: false }).add(usable.slice(0, MOST_PATTERNS));
}

/** Whether a path is one of the folders, is inside one or is a parent of one. */
function isAmong(path: string, folders: readonly string[]): boolean {
  return folders.some((folder) => `${path}/`.startsWith(`${folder}/`) || `${folder}/`.startsWith(`${path}/`));
}

function beginsWithFrontMatter(project: Project, file: string): boolean {
  return /^\ufeff?---[ \t]*\r?\n/.test(project.beginning(file, 64));
}

function refusalOf(entry: Dirent): string | null {
  if (entry.isSymbolicLink()) return 'symbolic links are not followed';
  if (!entry.isFile()) return 'it is not a regular file';
  return TEMPLATE.test(entry.name.replaceAll(WIKI_NAME, '')) ? 'a bracket in its name marks a template' : null;
}

type Warn = (path: string, message: string, rule: string) => void;

/** @param path of the folder, relative to the root */
function entriesOf(folder: string, path: string, warn: Warn): Dirent[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.some(({ name }) => name.includes('\ufffd')) ? readableEntries(folder, path, warn) : entries;
  } catch (error) {
    warn(path, `Cannot read the folder: ${reasonOf(error)}`, 'unreadable');
    return [];
  }
}

/** The entries whose names are UTF-8. Node cannot open others by a string. */
function readableEntries(folder: string, path: string, warn: Warn): Dirent[] {
  const readable = new Set<string>();
  for (const { name } of readdirSync(folder, { withFileTypes: true, encoding: 'buffer' })) {
    const text = name.toString('utf8');
    if (isUtf8(name)) readable.add(text);
    else warn(join(path, text), 'Cannot read the file or folder: its name is not UTF-8', 'file-name');
  }
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries.filter(({ name }) => readable.delete(name));
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
