import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findContentRoot } from '../site/find_content_root.ts';
import { detectSite } from '../site/site_context.ts';
import { listFiles } from './list_files.ts';
import { openProject } from './project.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'content-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(...files: string[]): void {
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), 'text');
  }
}

describe('listFiles', () => {
  test('lists pages by code point and skips other files', () => {
    write('b.md', 'B.mdx', 'a/x.markdown', 'a/y.txt', '\u{1f600}.md', '\uff5e.md', '.hidden/x.md', 'node_modules/x.md');
    write('_includes/x.md', '_posts/2024-01-02-x.md', 'a/[slug].md', 'a/{x}.md', 'templates/x.md', 'README.md');
    const project = openProject(folder);
    expect(listFiles(project, '').files).toEqual([
      'B.mdx',
      'README.md',
      '_posts/2024-01-02-x.md',
      'a/x.markdown',
      'b.md',
      'templates/x.md',
      '\uff5e.md',
      '\u{1f600}.md',
    ]);
    expect(project.warnings(folder).map(({ file }) => file)).toEqual(['a/[slug].md', 'a/{x}.md']);
  });

  test('an open bracket alone marks no template', () => {
    write('a/[.md', 'a/[[.md', 'a/[[...x]].md', 'a/{{name}}.md');
    const project = openProject(folder);
    expect(listFiles(project, '').files).toEqual(['a/[.md', 'a/[[.md']);
    expect(project.warnings(folder).map(({ file }) => file)).toEqual(['a/[[...x]].md', 'a/{{name}}.md']);
  });

  test("skips a project's own documents and templates at its root only", () => {
    write(
      'package.json',
      'README.md',
      'CONTRIBUTING.md',
      'CLAUDE.md',
      'guide/README.md',
      'templates/x.md',
      'snippets/x.md',
    );
    expect(listFiles(openProject(folder), '').files).toEqual(['guide/README.md']);
  });

  test("skips authors' notes for agents in every folder, and reads pages about agents", () => {
    write('AGENTS.md', 'a/CLAUDE.md', 'a/b/GEMINI.md', 'a/CLAUDE.local.md', 'a/agents.md', 'a/MY-AGENTS.md');
    expect(listFiles(openProject(folder), '').files).toEqual(['a/MY-AGENTS.md', 'a/agents.md']);
  });

  test('follows no symbolic links, reads no special files, and warns of them', () => {
    write('a.md', 'b/c.md');
    symlinkSync(folder, join(folder, 'loop'));
    symlinkSync(join(folder, 'a.md'), join(folder, 'link.md'));
    symlinkSync(join(folder, 'a.md'), join(folder, 'link.txt'));
    execFileSync('mkfifo', [join(folder, 'pipe.md')]);
    const project = openProject(folder);
    expect(listFiles(project, '').files).toEqual(['a.md', 'b/c.md']);
    expect(project.warnings(folder).map(({ file, message }) => [file, message])).toEqual([
      ['link.md', 'Cannot publish the page: symbolic links are not followed'],
      ['loop', 'Cannot read the folder: symbolic links are not followed'],
      ['pipe.md', 'Cannot publish the page: it is not a regular file'],
    ]);
  });

  test('warns of what it cannot read: a missing folder, a name that is not UTF-8, folders too deep', () => {
    write('a.md', '\ufffd.md', `${'d/'.repeat(258)}deep.md`);
    writeFileSync(Buffer.concat([Buffer.from(`${folder}/`), Buffer.from([0x62, 0xff]), Buffer.from('.md')]), 'text');
    const project = openProject(folder);
    expect(listFiles(project, '').files).toEqual(['a.md', '\ufffd.md']);
    expect(listFiles(project, 'nowhere').files).toEqual([]);
    expect(project.warnings(folder).map(({ file, message }) => [file, message])).toEqual([
      ['b\ufffd.md', 'Cannot read the file or folder: its name is not UTF-8'],
      [`${'d/'.repeat(256)}d`, 'Cannot read the folder: it is more than 256 levels deep'],
      ['nowhere', 'Cannot read the folder: there is no such file'],
    ]);
  });
});

describe('findContentRoot', () => {
  test.each([
    ['a plain folder', ['a.md', 'docs/b.md'], ''],
    ['a project with src/content/docs', ['package.json', 'src/content/docs/a.md', 'docs/b.md'], 'src/content/docs'],
    ['a Hugo project in one language', ['hugo.toml', 'content/en/_index.md'], 'content/en'],
    ['a Hugo project in two languages', ['hugo.toml', 'content/en/a.md', 'content/de/a.md'], 'content'],
    ['a Jekyll project', ['_config.yml', '_posts/2024-01-02-a.md', 'docs/a.md'], ''],
    ['a project with docs', ['package.json', 'docs/a.md'], 'docs'],
    ['a project with an empty docs folder', ['package.json', 'docs/a.txt', 'x/a.md'], ''],
    ['a Mintlify project', ['docs.json', 'a.mdx', 'docs/b.mdx'], ''],
    ['a VitePress project with src', ['.vitepress/config.ts', 'package.json', 'src/index.md'], 'src'],
    ['a vault', ['.obsidian/app.json', 'Note.md', 'docs/x.md'], ''],
  ])('finds the pages of %s', (_name, files, root) => {
    write(...files);
    expect(findContentRoot(openProject(folder))).toMatchObject({ root, why: expect.any(String) });
  });
});

test('a folder for pages that is a link out of the project is not a content root', () => {
  const outside = mkdtempSync(join(tmpdir(), 'content-outside-'));
  writeFileSync(join(outside, 'secret.md'), 'text');
  write('package.json');
  symlinkSync(outside, join(folder, 'docs'));
  const project = openProject(folder);
  expect(findContentRoot(project)).toMatchObject({
    root: '',
    why: 'the project has no content folder with a usual name',
  });
  expect(listFiles(project, '').files).toEqual([]);
  rmSync(outside, { recursive: true });
  expect(project.warnings(folder).map(({ file, message }) => [file, message])).toEqual([
    ['docs', 'Cannot read the folder: it leads out of the project'],
    ['docs', 'Cannot read the folder: symbolic links are not followed'],
  ]);
});

describe('detectSite', () => {
  const settings = { origin: 'https://site.example', language: 'en', collections: null };

  function detect() {
    const project = openProject(folder);
    const place = findContentRoot(project);
    return detectSite(project, place, listFiles(project, place.root, place.folders), settings);
  }

  test('distinguishes Zola from Hugo by the settings in config.toml, and finds the host there', () => {
    write('content/a.md');
    writeFileSync(
      join(folder, 'config.toml'),
      'base_url = "https://zola.example/"\n[extra]\n  url = "https://no.example"\n',
    );
    expect(detect()).toMatchObject({ generator: 'zola', origins: { hosts: ['https://zola.example'] } });
    writeFileSync(join(folder, 'config.toml'), 'baseURL = "https://hugo.example/"\n');
    expect(detect()).toMatchObject({ generator: 'hugo', origins: { hosts: ['https://hugo.example'] } });
  });

  test('finds languages and numbered folders by the names of the files', () => {
    write('en/1.a.md', 'en/2.b.md', 'en/index.md', 'pt-br/1.a.md', 'pt-br/c.md', 'pt-br/d.md');
    expect(detect()).toMatchObject({ locales: ['en', 'pt-br'], numberedFolders: ['en'] });
  });

  test('takes a folder named by a language code for a language only if its files are translations', () => {
    write('a.md', 'b.md', 'c/a.md', 'c/d.md', 'c/e.md', 'go/x.md', 'it/y.md', 'de/a.md', 'de/b.md', 'c/fr/a.md');
    expect(detect()).toMatchObject({ locales: ['c/fr', 'de'] });
  });

  test.each([
    ['a pipe', (file: string) => execFileSync('mkfifo', [file]), 'it is not a regular file'],
    ['a link to a device', (file: string) => symlinkSync('/dev/zero', file), 'it leads out of the project'],
    ['too large', (file: string) => writeFileSync(file, ''.padEnd(2 ** 18 + 1)), 'it is larger than 262144 bytes'],
  ])('does not block on settings that are %s', (_name, make, reason) => {
    write('content/a.md');
    make(join(folder, 'hugo.toml'));
    make(join(folder, 'config.toml'));
    make(join(folder, 'content', '.gitignore'));
    const project = openProject(folder);
    const place = findContentRoot(project);
    expect(place.root).toBe('content');
    expect(detectSite(project, place, listFiles(project, place.root), settings).generator).toBe('hugo');
    expect(project.warnings(folder).map(({ file, message }) => [file, message])).toEqual(
      ['config.toml', 'hugo.toml', 'content/.gitignore'].map((file) => [file, `Cannot read the file: ${reason}`]),
    );
  });

  test('recognises a folder of notes without markers as a vault', () => {
    write('a.md', 'b.md');
    for (const name of ['a.md', 'b.md']) writeFileSync(join(folder, name), 'see [[Other note]]');
    expect(detect()).toMatchObject({ generator: 'obsidian' });
  });
});
