import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { byCodePoint } from '../text/by_code_point.ts';
import { type IgnoreRule, isIgnored, parseIgnoreFile } from './ignore_file.ts';
import { textIn } from './read_if_there.ts';

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

/**
 * Paths of the files below `folder` that may be pages, `/`-separated, by code point. Symbolic links are not followed,
 * so a loop of folders cannot trap the walk; unreadable folders are left out.
 */
export function listFiles(folder: string): string[] {
  const found: string[] = [];
  const pending: { readonly path: string; readonly rules: readonly IgnoreRule[] }[] = [{ path: '', rules: [] }];
  while (pending.length > 0) {
    const { path, rules: inherited } = pending.pop()!;
    const entries = entriesOf(join(folder, path));
    const isProject = path === '' && entries.some((entry) => PROJECT_MARKER.test(entry.name));
    const ignoreFile = entries.some((entry) => entry.name === '.gitignore' && entry.isFile());
    const rules = ignoreFile
      ? [...inherited, ...parseIgnoreFile(textIn(join(folder, path, '.gitignore')), path)]
      : inherited;
    for (const entry of entries) {
      const inner = path === '' ? entry.name : `${path}/${entry.name}`;
      if (entry.name.startsWith('.') || isIgnored(inner, entry.isDirectory(), rules)) continue;
      if (entry.isDirectory()) {
        const piece = NOT_PAGES.test(entry.name) || (isProject && NOT_PAGES_AT_ROOT.test(entry.name));
        if (!piece) pending.push({ path: inner, rules });
      } else if (entry.isFile() && PAGE.test(entry.name) && !/[[{]/.test(entry.name)) {
        if (!(isProject && PROJECT_DOCUMENT.test(entry.name))) found.push(inner);
      }
    }
  }
  return found.sort(byCodePoint);
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
