import { basename, join } from 'node:path';
import { byCodePoint } from '../../text/by_code_point.ts';
import type { Project } from '../files/project.ts';
import { isWithin, PAGE_FILE } from '../files/regular_file.ts';
import { type FolderView, foldersBelow, pathIn } from '../generators/generator_rules.ts';
import { settingsIn, textsAt } from '../generators/settings/settings.ts';

/** The views of a project: what is read through one, such as a settings script, is read once. */
const VIEWS = new WeakMap<Project, Map<string, FolderView>>();

export function viewOf(project: Project, home: string): FolderView {
  const known = VIEWS.get(project) ?? new Map<string, FolderView>();
  VIEWS.set(project, known);
  const view = known.get(home) ?? createView(project, home);
  known.set(home, view);
  return view;
}

function createView(project: Project, home: string): FolderView {
  /** Settings may name any path; what they name outside the project is not looked at. */
  const isOutside = (path: string) => join('.', path).startsWith('..') && !isWithin(join(home, path), project.top);
  return {
    folderName: basename(home),
    names: project.names(home),
    text: (path, warns) => (path === '' || isOutside(path) ? '' : project.text(join(home, path), warns)),
    namesIn: (path) => (isOutside(path) ? [] : project.names(join(home, path))),
    holdsPages(path) {
      const folder = join(home, path);
      const isPage = PAGE_FILE.test(path) && project.exists(folder);
      if (isOutside(path) || !(isPage || countPages(project, folder, 1) > 0)) return false;
      if (project.holds(folder)) return true;
      project.warn(folder, 'Cannot read the folder: it leads out of the project', 'no-page');
      return false;
    },
  };
}

/** The pages of a folder, as far as `foldersBelow` reads it, up to a number. */
export function countPages(project: Project, folder: string, most = 10_000): number {
  let pages = 0;
  const namesIn = (path: string) => project.names(path).toSorted(byCodePoint);
  const isFolder = (name: string) => !PAGE_FILE.test(name) && !name.startsWith('.') && name !== 'node_modules';
  for (const [, names] of foldersBelow(folder, namesIn, isFolder)) {
    pages += names.filter((name) => PAGE_FILE.test(name)).length;
    if (pages >= most) return most;
  }
  return pages;
}

const MOST_MEMBERS = 200;

/**
 * The folders of a monorepo's packages, relative to it, at most 200: the patterns `workspaces` of `package.json`
 * (docs.npmjs.com/cli/using-npm/workspaces) and `packages` of `pnpm-workspace.yaml` (pnpm.io/pnpm-workspace_yaml). A `*` is any part
 * of one name; `**` is read as one level. Patterns that exclude packages are not read.
 */
export function workspaceMembers(folder: FolderView): string[] {
  const own = settingsIn(folder, ['package.json']);
  const pnpm = settingsIn(folder, ['pnpm-workspace.yaml']);
  const patterns = [
    ...textsAt(own, 'workspaces'),
    ...textsAt(own, 'workspaces', 'packages'),
    ...textsAt(pnpm, 'packages'),
  ];
  const members = new Set<string>();
  for (const pattern of patterns.slice(0, MOST_MEMBERS)) {
    let folders = [''];
    for (const segment of pattern.split('/').slice(0, 6)) {
      if (segment === '.' || segment === '') continue;
      folders = folders.flatMap((place) => inner(place, segment, folder.namesIn)).slice(0, MOST_MEMBERS);
    }
    for (const place of folders) if (place !== '' && members.size < MOST_MEMBERS) members.add(place);
  }
  return [...members];
}

/** The folders in a folder whose names a part of a pattern fits. */
function inner(folder: string, segment: string, namesIn: FolderView['namesIn']): string[] {
  if (segment === '..' || segment.startsWith('!')) return [];
  const path = (name: string) => pathIn(folder, name);
  if (!segment.includes('*')) return [path(segment)];
  const [start = '', ...rest] = segment.split(/\*+/);
  const end = rest.at(-1) ?? '';
  return namesIn(folder)
    .filter((name) => !name.startsWith('.') && name.startsWith(start) && name.endsWith(end))
    .toSorted(byCodePoint)
    .map(path);
}
