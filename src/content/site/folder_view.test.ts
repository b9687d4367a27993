import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openProject } from '../files/project.ts';
import { viewOf } from './folder_view.ts';

test('a view of a folder shows what is in the project, however a path is written', () => {
  const top = mkdtempSync(join(tmpdir(), 'view-'));
  onTestFinished(() => rmSync(top, { recursive: true }));
  for (const name of ['site/docs', 'out']) mkdirSync(join(top, name), { recursive: true });
  for (const name of ['site/package.json', 'site/x.md', 'site/docs/x.md', 'out/x.md'])
    writeFileSync(join(top, name), name);
  const view = viewOf(openProject(join(top, 'site')), join(top, 'site', 'docs'));
  const paths = ['.', '..', 'a/..', 'a/../..', '../../out', 'a/../../../out', '/../../out', './../../out'];
  expect(
    paths.map((path) => [view.text(`${path}/x.md`), view.namesIn(path).includes('x.md'), view.holdsPages(path)]),
  ).toEqual([
    ['site/docs/x.md', true, true],
    ['site/x.md', true, true],
    ['site/docs/x.md', true, true],
    ['site/x.md', true, true],
    ...Array.from({ length: 4 }, () => ['', false, false]),
  ]);
});
