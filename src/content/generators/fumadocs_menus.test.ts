import { describe, expect, it } from 'vitest';
import { listedInSidebar } from './fumadocs_menus.ts';
import type { FolderView } from './generator_rules.ts';

/** A folder with pages and menus, which counts how often each folder and file is read. */
function viewOf(menus: Readonly<Record<string, readonly string[]>>) {
  const reads = new Map<string, number>();
  const note = (path: string) => reads.set(path, (reads.get(path) ?? 0) + 1);
  const view: FolderView = {
    ...{ folderName: 'docs', names: [], holdsPages: () => true },
    namesIn(path) {
      note(path);
      return Object.hasOwn(menus, path) ? ['meta.json'] : [];
    },
    text(path) {
      note(path);
      return JSON.stringify({ pages: menus[path.replace(/\/?meta\.json$/, '')] });
    },
  };
  return { view, reads };
}

describe('the sidebar of Fumadocs', () => {
  it('is made by reading each folder and menu once, though menus take in each other again and again', () => {
    const folders = Array.from({ length: 40 }, (_, depth) => Array.from({ length: depth }, () => 'x').join('/'));
    const again = Array.from({ length: 50 }, () => ['...x', '...', '...../x', 'x', '..', '...x/../x', '.']).flat();
    const { view, reads } = viewOf({
      ...Object.fromEntries(folders.map((path) => [path, again])),
      '': again.map((entry) => (entry === '...' ? 'a' : entry)),
    });
    const pages = folders.map((path) => (path === '' ? 'a.md' : `${path}/a.md`));
    const files = [...pages, 'lost/a.md'];
    expect([...listedInSidebar(view, '', files, ['x'])!].sort()).toEqual([...pages].sort());
    const { reads: expected } = viewOf({});
    for (const path of [...folders, 'lost']) expected.set(path, 1);
    for (const path of folders) expected.set(path === '' ? 'meta.json' : `${path}/meta.json`, 1);
    expect([...reads].sort()).toEqual([...expected].sort());
  });

  it('is not made of more entries than a million', () => {
    const names = Array.from({ length: 1_000 }, (_, at) => `p${at}`);
    const entries = Array.from({ length: 1_001 }, () => 'p1');
    const menus = Object.fromEntries(names.map((name) => [name, entries]));
    const { view } = viewOf(menus);
    const files = names.map((name) => `${name}/a.md`);
    expect(listedInSidebar(view, '', files, [''])).toBe('too-many');
  });
});
