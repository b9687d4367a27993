import { expect, test } from 'vitest';
import type { FolderView } from './generator_rules.ts';
import { shownInSidebar } from './nextra_menus.ts';

test('files that hide pages of Nextra are read up to two million letters, each once', () => {
  const reads: string[] = [];
  const viewOf = (text: string): FolderView => ({
    ...{ folderName: 'pages', names: [], holdsPages: () => true, namesIn: () => ['_meta.js'] },
    text(path) {
      reads.push(path);
      return text;
    },
  });
  const files = ['a/a.md', 'a/b.md', 'b/c.md', 'c/d/a.md'];
  const hidden = "export default { a: { display: 'hidden' } };";
  expect(shownInSidebar(viewOf(hidden), [''], files)).toEqual(new Set(['b/c.md']));
  expect(reads.sort()).toEqual(['_meta.js', 'b/_meta.js', 'c/_meta.js', 'c/d/_meta.js']);
  expect(shownInSidebar(viewOf(hidden + ' '.repeat(500_000)), [''], files)).toBe('too-many');
});

test('nothing is told of files of Nextra that hide no page', () => {
  const view: FolderView = {
    ...{ folderName: 'pages', names: [], holdsPages: () => true, namesIn: () => ['_meta.js'] },
    text: () => "export default { none: { display: 'hidden' } };",
  };
  expect(shownInSidebar(view, [''], ['a.md', 'b/c.md'])).toBeNull();
});
