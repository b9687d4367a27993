import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { findConfig, findUnreadConfigs } from './read_config.ts';

const top = mkdtempSync(join(tmpdir(), 'catchword-find-'));
afterAll(() => rmSync(top, { recursive: true }));

let project: string;
let count = 0;
beforeEach(() => {
  project = join(top, `${++count}`);
  put('.git/HEAD');
  put('docs/guide/index.md');
  put('dist/site.catchword');
});
afterEach(() => vi.restoreAllMocks());

function put(path: string, text = '{}'): string {
  const file = join(project, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

/** Makes a folder of the project the current one. */
function enter(path: string): void {
  mkdirSync(join(project, path), { recursive: true });
  process.chdir(join(project, path));
}
const home = process.cwd();
afterEach(() => process.chdir(home));

describe('findConfig', () => {
  it('reads in a folder, and not around it', () => {
    put('catchword.config.json');
    put('docs/guide/catchword.config.json');
    expect(findConfig(join(project, 'docs'), {}, {})).toBe(null);
    const file = put('docs/catchword.config.json');
    expect(findConfig(join(project, 'docs'), {}, {})).toBe(file);
  });

  it('reads beside an artefact, else in the current folder', () => {
    const artefact = join(project, 'dist', 'site.catchword');
    enter('work');
    expect(findConfig(artefact, {}, {})).toBe(null);
    put('work/catchword.config.json');
    expect(findConfig(artefact, {}, {})).toBe('catchword.config.json');
    const file = put('dist/catchword.config.json');
    expect(findConfig(artefact, {}, {})).toBe(file);
  });

  it('prefers the file that an option or the variable names', () => {
    put('docs/catchword.config.json');
    const [one, other] = [put('one.json'), put('other.json')];
    const variables = { CATCHWORD_CONFIG: other };
    expect(findConfig(join(project, 'docs'), { config: one }, variables)).toBe(one);
    expect(findConfig(join(project, 'docs'), {}, variables)).toBe(other);
  });

  it('follows no link out of the project', () => {
    const outside = join(top, 'outside.json');
    writeFileSync(outside, '{}');
    symlinkSync(outside, join(project, 'dist', 'catchword.config.json'));
    expect(() => findConfig(join(project, 'dist', 'site.catchword'), {}, {})).toThrow(
      'it is a link to a file outside the project',
    );
  });
});

describe('findUnreadConfigs', () => {
  it('names the files below and above a folder, and that of the current folder', () => {
    put('docs/catchword.config.json');
    put('docs/guide/catchword.config.json');
    put('docs/node_modules/a/catchword.config.json');
    put('catchword.config.json');
    put('work/catchword.config.json');
    writeFileSync(join(top, 'catchword.config.json'), '{}');
    enter('work');
    const docs = join(project, 'docs');
    const line = (file: string, folder: string) =>
      `"${file}" is ignored: only a configuration in "${docs}" is read. Move it there, use "${folder}" instead of that folder, or pass the file with --config.`;
    expect(findUnreadConfigs(docs, {}, {})).toEqual([
      line(join(project, 'catchword.config.json'), project),
      line('catchword.config.json', '.'),
      line(join(docs, 'guide', 'catchword.config.json'), join(docs, 'guide')),
    ]);
    expect(findUnreadConfigs(docs, { config: 'x' }, {})).toEqual([]);
    rmSync(join(top, 'catchword.config.json'));
  });

  it('names that of the current folder where there is one beside the artefact', () => {
    const artefact = join(project, 'dist', 'site.catchword');
    put('work/catchword.config.json');
    enter('work');
    expect(findUnreadConfigs(artefact, {}, {})).toEqual([]);
    const file = put('dist/catchword.config.json');
    expect(findUnreadConfigs(artefact, {}, {})).toEqual([
      `"catchword.config.json" is ignored: "${file}", beside the artefact, is read instead. To use it, pass it with --config.`,
    ]);
  });

  it('names ten files at most', () => {
    for (let i = 10; i < 22; i++) put(`docs/${i}/catchword.config.json`);
    const lines = findUnreadConfigs(join(project, 'docs'), {}, {});
    expect([lines.length, lines.at(-1)]).toEqual([11, '2 more files with that name are ignored.']);
  });
});
