import { byCodePoint } from '../../text/by_code_point.ts';
import { type FolderView, pathIn } from '../generators/generator_rules.ts';
import { parseSettings, textsAt } from '../generators/settings/settings.ts';

const MOST_MEMBERS = 200;

/**
 * The folders of a monorepo's packages, relative to it, at most 200: the patterns `workspaces` of `package.json`
 * (docs.npmjs.com/cli/using-npm/workspaces) and `packages` of `pnpm-workspace.yaml` (pnpm.io/pnpm-workspace_yaml). A `*` is any part
 * of one name; `**` is read as one level. Patterns that exclude packages are not read.
 */
export function workspaceMembers({ text, namesIn }: FolderView): string[] {
  const own = parseSettings('package.json', text('package.json'));
  const pnpm = parseSettings('pnpm-workspace.yaml', text('pnpm-workspace.yaml'));
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
      folders = folders.flatMap((folder) => inner(folder, segment, namesIn)).slice(0, MOST_MEMBERS);
    }
    for (const folder of folders) if (folder !== '' && members.size < MOST_MEMBERS) members.add(folder);
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
