import { join, relative, resolve, sep } from 'node:path';
import ignore from 'ignore';
import type { Project } from './project.ts';
import { readRegularFile } from './regular_file.ts';

/**
 * The ignore patterns that Git applies in a folder, written relative to `base`. Immutable: `below` returns new rules for a
 * folder with its own `.gitignore`.
 */
export interface IgnoreRules {
  /** @param path its parent folders must have been checked before */
  ignores(path: string, isFolder: boolean): boolean;
  /** The rules, extended by the `.gitignore` in a folder. */
  below(folder: string): IgnoreRules;
}

/** Longer than any path, so a longer pattern cannot match. */
const LONGEST_PATTERN = 4096;
/** Maximum number of `**` in one pattern. A failing match takes time proportional to the depth to this power. */
const MOST_GLOBSTARS = 2;
/** A bound, because every path is matched against every pattern. */
const MOST_PATTERNS = 5000;
const LARGEST_FILE = 1024 * 1024;

/**
 * The rules in force at a content root, as `git ls-files --others --ignored --exclude-standard` applies them: the
 * repository's `info/exclude`, then every `.gitignore` from the project's top folder down. If the root itself is ignored, the user
 * named it on purpose, so rules from above it are skipped.
 * @param root absolute path
 * @param from what the paths that are asked for are relative to
 */
export function readIgnoreRules(project: Project, root: string, from: string = root): IgnoreRules {
  const base = project.top;
  const toRoot = segmentsBelow(base, root);
  const lines: string[] = [];
  if (project.repository !== null) {
    const exclude = join(gitFolder(project.repository), 'info', 'exclude');
    addPatterns(lines, project, exclude, '', textOf(exclude));
  }
  for (let depth = 0; depth < toRoot.length; depth++) {
    const folder = toRoot.slice(0, depth);
    addIgnoreFile(lines, project, join(base, ...folder), folder.join('/'));
  }
  if (toRoot.length > 0 && compile(lines).ignores(`${toRoot.join('/')}/`)) lines.length = 0;
  addIgnoreFile(lines, project, root, toRoot.join('/'));
  return rulesOf(
    project,
    base,
    segmentsBelow(base, from)
      .map((segment) => `${segment}/`)
      .join(''),
    lines,
  );
}

function segmentsBelow(base: string, folder: string): string[] {
  return relative(base, folder)
    .split(sep)
    .filter((part) => part !== '');
}

function rulesOf(project: Project, base: string, prefix: string, lines: readonly string[]): IgnoreRules {
  const compiled = compile(lines);
  return {
    ignores: (path, isFolder) => compiled.ignores(`${prefix}${path}${isFolder ? '/' : ''}`),
    below(folder) {
      const more = [...lines];
      addIgnoreFile(more, project, join(base, prefix, folder), `${prefix}${folder}`);
      return more.length === lines.length ? this : rulesOf(project, base, prefix, more);
    },
  };
}

function compile(lines: readonly string[]): ignore.Ignore {
  return ignore({ ignorecase: false }).add(lines);
}

/** The folder with a repository's own settings. In a linked worktree or a submodule, `.git` is a file with its path. */
function gitFolder(repository: string): string {
  const git = join(repository, '.git');
  const target = /^gitdir: (.+)/.exec(textOf(git))?.[1];
  if (target === undefined) return git;
  const own = resolve(repository, target);
  return resolve(own, textOf(join(own, 'commondir')).trim());
}

/** Text of one of Git's own files, which may be outside the project; '' when it cannot be read. */
function textOf(file: string): string {
  return readRegularFile(file, { bytes: LARGEST_FILE, within: null }).bytes?.toString('utf8') ?? '';
}

function addIgnoreFile(lines: string[], project: Project, place: string, folder: string): void {
  const file = join(place, '.gitignore');
  addPatterns(lines, project, file, folder, project.text(file));
}

/** Adds the patterns of an ignore file in `folder`, rewritten relative to the base. */
function addPatterns(lines: string[], project: Project, file: string, folder: string, text: string): void {
  for (const [at, line] of text
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .entries()) {
    const pattern = rebased(line, folder);
    if (pattern === null) continue;
    const refusal = lines.length >= MOST_PATTERNS ? `more than ${MOST_PATTERNS} patterns apply` : refusalOf(line);
    if (refusal === null) lines.push(pattern);
    else project.warn(file, `Cannot use the pattern: ${refusal}`, 'ignore-pattern', at + 1);
    if (lines.length >= MOST_PATTERNS && refusal !== null) return;
  }
}

function refusalOf(pattern: string): string | null {
  if (pattern.length > LONGEST_PATTERN) return `it is longer than ${LONGEST_PATTERN} characters`;
  const globstars = pattern.match(/\*{2,}/g)?.length ?? 0;
  return globstars > MOST_GLOBSTARS ? `it contains "**" more than ${MOST_GLOBSTARS} times` : null;
}

/** A line of a `.gitignore` in `folder` as a pattern relative to the base, or null when the line is not a pattern. */
function rebased(line: string, folder: string): string | null {
  const pattern = withoutTrailingSpaces(line);
  if (pattern === '' || pattern.startsWith('#')) return null;
  if (folder === '') return pattern;
  const negated = pattern.startsWith('!');
  const bare = negated ? pattern.slice(1) : pattern;
  const slash = bare.indexOf('/');
  // A pattern without a slash before its end matches at any depth.
  const anchored = slash !== -1 && slash < bare.length - 1;
  const place = `/${folder.replace(/[\\*?[\]!# ]/g, '\\$&')}/`;
  return `${negated ? '!' : ''}${place}${anchored ? bare.replace(/^\//, '') : `**/${bare}`}`;
}

/** Removes trailing spaces unless a backslash escapes them. */
function withoutTrailingSpaces(line: string): string {
  let end = 0;
  for (let at = 0; at < line.length; at++) {
    if (line[at] === '\\') at++;
    if (line[at] !== ' ' || line[at - 1] === '\\') end = at + 1;
  }
  return line.slice(0, end);
}
