import { isUtf8 } from 'node:buffer';
import { type Dirent, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { byCodePoint } from '../text/by_code_point.ts';
import { type IgnoreRules, readIgnoreRules } from './ignore_rules.ts';
import type { Project } from './project.ts';
import { reasonOf } from './regular_file.ts';

const PAGE = /\.(?:md|mdx|markdown)$/i;
/** Documents about a project rather than pages of its site, when they stand at the project's root. */
const PROJECT_DOCUMENT =
  /^(?:readme|contributing|license|licence|changelog|changes|history|code[-_]of[-_]conduct|security|support|governance|maintainers|authors|third-?party-?notices|claude|agents?|gemini|skill)(?:[-_.][\w-]*)*\.(?:md|mdx|markdown)$/i;
const PROJECT_MARKER =
  /^(?:\.git|\.github|package\.json|licen[cs]e(?:\.\w+)?|cargo\.toml|pyproject\.toml|go\.mod|_config\.yml|docfx\.json|hugo\.\w+|(?:docusaurus|astro|nuxt)\.config\.\w+)$/i;
/** Pieces of pages, and tools' own folders, wherever they are. */
const NOT_PAGES =
  /^(?:node_modules|bower_components|_includes|_layouts|_partials|_snippets|_shared|_common|_data|_sass|_site|_templates|_archetypes|__tests__|vendor)$/i;
/** Names that are pieces only at the root: below it they are ordinary subjects of documentation. */
const NOT_PAGES_AT_ROOT = /^(?:snippets|archetypes|templates|layouts|includes|partials)$/i;

/** Folders in folders; nobody writes so deep, and what works on paths takes time by their depth. */
const DEEPEST_FOLDER = 256;

/** A folder to be listed, and the rules that hold in it but for those of its own ignore file. */
interface PendingFolder {
  readonly path: string;
  readonly depth: number;
  readonly rules: IgnoreRules | null;
}

/**
 * Paths of the files below a content root that may be pages, `/`-separated, by code point. Symbolic links are not
 * followed, so a loop of folders cannot trap the walk. What is left out although it may be a page is noted in the project.
 * @param root relative to the project's folder
 * @param folders folders of the root that hold pages; null: all do
 */
export function listFiles(project: Project, root: string, folders: readonly string[] | null = null): string[] {
  const found: string[] = [];
  const top = join(project.folder, root);
  const pending: PendingFolder[] = [{ path: '', depth: 0, rules: null }];
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    const { path, depth, rules: inherited } = folder;
    const entries = entriesOf(project, join(top, path));
    const isProject = path === '' && entries.some((entry) => PROJECT_MARKER.test(entry.name));
    const ignoreFile = entries.some((entry) => entry.name === '.gitignore');
    const outer = inherited ?? readIgnoreRules(project, top);
    const rules = ignoreFile && path !== '' ? outer.below(path) : outer;
    for (const entry of entries) {
      const inner = path === '' ? entry.name : `${path}/${entry.name}`;
      if (entry.name.startsWith('.') || rules.ignores(inner, entry.isDirectory())) continue;
      if (folders !== null && !isAmong(inner, folders)) continue;
      if (entry.isDirectory()) {
        if (NOT_PAGES.test(entry.name) || (isProject && NOT_PAGES_AT_ROOT.test(entry.name))) continue;
        if (depth < DEEPEST_FOLDER) pending.push({ path: inner, depth: depth + 1, rules });
        else
          project.warn(
            join(top, inner),
            `Cannot read the folder: it is more than ${DEEPEST_FOLDER} deep`,
            'unreadable',
          );
      } else if (PAGE.test(entry.name) && !(isProject && PROJECT_DOCUMENT.test(entry.name))) {
        const refusal = refusalOf(entry);
        if (refusal === null) found.push(inner);
        else project.warn(join(top, inner), `Cannot publish the page: ${refusal}`, 'no-page');
      } else if (entry.isSymbolicLink() && isFolder(join(top, inner))) {
        project.warn(join(top, inner), 'Cannot read the folder: symbolic links are not followed', 'no-page');
      }
    }
  }
  return found.sort(byCodePoint);
}

/** Whether a path is one of the folders, lies in one or leads to one. */
function isAmong(path: string, folders: readonly string[]): boolean {
  return folders.some((folder) => `${path}/`.startsWith(`${folder}/`) || `${folder}/`.startsWith(`${path}/`));
}

function refusalOf(entry: Dirent): string | null {
  if (entry.isSymbolicLink()) return 'symbolic links are not followed';
  if (!entry.isFile()) return 'it is no regular file';
  return /[[{]/.test(entry.name) ? 'a bracket in its name marks a template' : null;
}

function entriesOf(project: Project, folder: string): Dirent[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.some(({ name }) => name.includes('\ufffd')) ? readableEntries(project, folder) : entries;
  } catch (error) {
    project.warn(folder, `Cannot read the folder: ${reasonOf(error)}`, 'unreadable');
    return [];
  }
}

/** The entries whose names are UTF-8: no other can be opened by its name as text. */
function readableEntries(project: Project, folder: string): Dirent[] {
  const readable = new Set<string>();
  for (const { name } of readdirSync(folder, { withFileTypes: true, encoding: 'buffer' })) {
    const text = name.toString('utf8');
    if (isUtf8(name)) readable.add(text);
    else project.warn(join(folder, text), 'Cannot read the file or folder: its name is not UTF-8', 'file-name');
  }
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries.filter(({ name }) => readable.delete(name));
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
