import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runCommand } from '../../test/fixtures/run_command.ts';
import { buildSite } from './build/build_command.ts';

let folder: string;
let content: string;
let page: string;
let environment: Record<string, string>;

/** An empty feedback store, which each test has a copy of. */
const stores = mkdtempSync(join(tmpdir(), 'catchword-store-'));
const store = join(stores, 'feedback.db');
beforeAll(() => runCommand(['feedback', 'init'], { CATCHWORD_FEEDBACK: `sqlite:${store}` }));
afterAll(() => rmSync(stores, { recursive: true }));
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'catchword-output-'));
  content = join(folder, 'content');
  page = join(content, 'index.md');
  environment = { CATCHWORD_CACHE: join(folder, 'cache'), CATCHWORD_FEEDBACK: `sqlite:${join(folder, 'feedback.db')}` };
  mkdirSync(content);
  mkdirSync(join(folder, 'cache'));
  writeFileSync(page, '# Home\n');
  copyFileSync(store, join(folder, 'feedback.db'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const run = (...args: string[]) => runCommand(args, environment);

/** All files and links below the folder with what they hold; a page that changes, or a draft that is left, shows. */
function snapshot(): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    entries
      .filter(({ name }) => !name.startsWith('feedback.db'))
      .map((entry) => {
        const path = join(entry.parentPath, entry.name);
        return [path, entry.isFile() ? readFileSync(path, 'latin1') : String(lstatSync(path).mode)];
      }),
  );
}

/** Makes something and returns its path. */
type Make = () => string;

const made =
  (name: string, make: (path: string) => void): Make =>
  () => {
    const path = join(folder, name);
    make(path);
    return path;
  };

/** Places at which no command writes. */
const refused: [string, Make, string][] = [
  ['a page', () => page, 'its name ends like that of a Markdown page'],
  ['a new file with the name of a page', () => join(content, 'new.md'), 'its name ends like that of a Markdown page'],
  [
    'the name of a page in capitals, outside the content',
    () => join(folder, 'NEW.MDX'),
    'its name ends like that of a Markdown page',
  ],
  [
    'a symbolic link with the name of a page',
    made('link.markdown', (path) => symlinkSync(page, path)),
    'its name ends like that of a Markdown page',
  ],
  ['a folder', made('taken', (path) => mkdirSync(path)), 'it is a folder'],
  ['the content', () => content, 'it is a folder'],
  ['a symbolic link to a folder', made('link', (path) => symlinkSync(content, path)), 'it is a folder'],
  ['a folder to be', () => join(folder, 'new/'), 'it is not a file name'],
  ['nothing', () => '', 'it is not a file name'],
  ['a pipe', made('pipe', (path) => execFileSync('mkfifo', [path])), 'it exists and is not a regular file'],
  ['a device', () => '/dev/null', 'it exists and is not a regular file'],
  [
    'a symbolic link to a device',
    made('link', (path) => symlinkSync('/dev/null', path)),
    'it exists and is not a regular file',
  ],
  [
    'a symbolic link that leads nowhere',
    made('link', (path) => symlinkSync('nowhere', path)),
    'it exists and is not a regular file',
  ],
  ['a symbolic link to itself', made('link', (path) => symlinkSync('link', path)), 'its symbolic links form a loop'],
];

/** Files that are not what a command writes. */
const kept: [string, Make][] = [
  [
    'a text',
    made('notes.txt', (path) =>
      writeFileSync(path, 'CATCHWRD, and what I think of it: it is a name that needs some more words.'.repeat(2)),
    ),
  ],
  ['the first bytes of an artefact', made('cut', (path) => writeFileSync(path, 'CATCHWRD'))],
  ['an empty file', made('empty', (path) => writeFileSync(path, ''))],
  ['the configuration', made('content/catchword.config.json', (path) => writeFileSync(path, '{}'))],
  ['a symbolic link to a page', made('link', (path) => symlinkSync(page, path))],
  ['a second name of a page', made('second', (path) => linkSync(page, path))],
  ['a feedback store', made('other.db', (path) => writeFileSync(path, 'SQLite format 3\0'))],
];

describe('catchword build', () => {
  it.each([
    ...refused,
    ...kept.map(([name, make]): [string, Make, string] => [name, make, 'it exists and is not an artefact']),
  ])('refuses %s and changes nothing', async (_, make, reason) => {
    const out = make();
    const before = snapshot();
    const err = `Cannot write "${out}": ${reason}. Specify another file with --out.\n`;
    expect(await run('build', content, '--out', out)).toEqual({ code: 1, out: '', err });
    await expect(buildSite({ folder: content, out })).rejects.toThrow(err.trimEnd());
    expect(snapshot()).toEqual(before);
  });

  it.each<[string, (out: string) => void]>([
    ['nothing', () => {}],
    ['an artefact', () => {}],
    ['a damaged artefact', (out) => existsSync(out) && truncateSync(out, 100)],
    ['an artefact that may not be written', (out) => existsSync(out) && chmodSync(out, 0o444)],
  ])('writes where there is %s', async (name, prepare) => {
    const out = join(folder, 'site.catchword');
    if (name !== 'nothing') await run('build', content, '--out', out, '--commit', 'abc');
    prepare(out);
    expect((await run('build', content, '--out', out, '--commit', 'def')).code).toBe(0);
    expect(JSON.parse((await run('query', out, '--get', '/version.json')).out).commit).toBe('def');
  });

  it('replaces a symbolic link to an artefact by the new one, and keeps what it led to', async () => {
    const old = join(folder, 'old');
    const out = join(folder, 'site.catchword');
    await run('build', content, '--out', old, '--commit', 'abc');
    symlinkSync(old, out);
    await run('build', content, '--out', out, '--commit', 'def');
    const commits = await Promise.all(
      [old, out].map(async (file) => JSON.parse((await run('query', file, '--get', '/version.json')).out).commit),
    );
    expect(commits).toEqual(['abc', 'def']);
  });
});

describe('catchword feedback', () => {
  const existing = kept.map(([name, make]): [string, Make, string] => [name, make, 'it already exists']);

  it.each([...refused, ...existing])('backup refuses %s and changes nothing', async (_, make, reason) => {
    const out = make();
    const before = snapshot();
    const err = `Cannot write "${out}": ${reason}. Specify another file.\n`;
    expect(await run('feedback', 'backup', out)).toEqual({ code: 1, out: '', err });
    expect(snapshot()).toEqual(before);
  });

  it.each([
    ...refused.filter(([name]) => name !== 'nothing').map(([name, make]): [string, Make] => [name, make]),
    ...kept,
  ])('init makes no store of %s, and changes nothing', async (_, make) => {
    const out = make();
    const before = snapshot();
    const { code, err } = await run('feedback', 'init', '--feedback', `sqlite:${out}`);
    expect([code, err]).toEqual([1, expect.stringMatching(/^Cannot (?:write|open|make) .*\.\n$/)]);
    expect(err).toContain(`"${out}"`);
    expect(snapshot()).toEqual(before);
  });
});

describe('catchword init', () => {
  it.each<[string, (site: string) => void, string, string]>([
    [
      'a .gitignore that leads to a page',
      (site) => symlinkSync(page, join(site, '.gitignore')),
      '.gitignore',
      'it is a symbolic link',
    ],
    [
      'a .gitignore that is a pipe',
      (site) => execFileSync('mkfifo', [join(site, '.gitignore')]),
      '.gitignore',
      'it exists and is not a regular file',
    ],
    ['a .gitignore that is a folder', (site) => mkdirSync(join(site, '.gitignore')), '.gitignore', 'it is a folder'],
    [
      'a folder that is a file',
      (site) => writeFileSync(join(site, '.github'), ''),
      '.github/workflows/catchword.yml',
      '".github" is not a folder',
    ],
    [
      'a folder that leads elsewhere',
      (site) => symlinkSync(content, join(site, '.github')),
      '.github/workflows/catchword.yml',
      'its folder leads outside the project',
    ],
  ])('refuses %s and changes nothing', async (_, plant, file, reason) => {
    const site = join(folder, 'site');
    mkdirSync(site);
    plant(site);
    const before = snapshot();
    const { code, out, err } = await run('init', site, '--github');
    const why = reason.replace('".github"', `"${join(site, '.github')}"`);
    expect([code, out, err]).toEqual([
      1,
      '',
      `Cannot write "${join(site, file)}": ${why}. Correct that, and run the command again.\n`,
    ]);
    expect(snapshot()).toEqual(before);
  });
});
