import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findContentRoot } from './find_content_root.ts';
import { listFiles } from './list_files.ts';
import { detectSite } from './site_context.ts';

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
  test('lists pages by code point and leaves out what is none', () => {
    write('b.md', 'B.mdx', 'a/x.markdown', 'a/y.txt', '\u{1f600}.md', '\uff5e.md', '.hidden/x.md', 'node_modules/x.md');
    write('_includes/x.md', '_posts/2024-01-02-x.md', 'a/[slug].md', 'a/{x}.md', 'templates/x.md', 'README.md');
    expect(listFiles(folder)).toEqual([
      'B.mdx',
      'README.md',
      '_posts/2024-01-02-x.md',
      'a/x.markdown',
      'b.md',
      'templates/x.md',
      '\uff5e.md',
      '\u{1f600}.md',
    ]);
  });

  test("leaves a project's own documents and templates out at its root only", () => {
    write(
      'package.json',
      'README.md',
      'CONTRIBUTING.md',
      'CLAUDE.md',
      'guide/README.md',
      'templates/x.md',
      'snippets/x.md',
    );
    expect(listFiles(folder)).toEqual(['guide/README.md']);
  });

  test('keeps to .gitignore, of folders below too', () => {
    write('a.md', 'out/a.md', 'sub/a.md', 'sub/gen/a.md');
    writeFileSync(join(folder, '.gitignore'), 'out/\n');
    writeFileSync(join(folder, 'sub', '.gitignore'), '/gen\n');
    expect(listFiles(folder)).toEqual(['a.md', 'sub/a.md']);
  });

  test('follows no symbolic links and survives a folder that is not there', () => {
    write('a.md');
    symlinkSync(folder, join(folder, 'loop'));
    expect(listFiles(folder)).toEqual(['a.md']);
    expect(listFiles(join(folder, 'nowhere'))).toEqual([]);
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
    expect(findContentRoot(folder)).toEqual({ root, why: expect.any(String) });
  });
});

describe('detectSite', () => {
  const settings = { origin: 'https://site.example', language: 'en', collections: null };
  test.each([
    ['hugo', ['hugo.toml', 'content/a.md'], 'content'],
    ['docusaurus', ['docusaurus.config.js', 'docs/a.md'], 'docs'],
    ['astro', ['astro.config.mjs', 'src/content/docs/a.md'], 'src/content/docs'],
    ['vitepress', ['.vitepress/config.ts', 'a.md'], ''],
    ['jekyll', ['_config.yml', 'a.md'], ''],
    ['obsidian', ['.obsidian/app.json', 'a.md'], ''],
    ['nuxt', ['nuxt.config.ts', 'content/a.md'], 'content'],
    ['mintlify', ['mint.json', 'a.mdx'], ''],
    ['zola', ['zola.toml', 'content/a.md'], 'content'],
    ['plain', ['a.md'], ''],
  ])('knows %s by its marker', (generator, files, root) => {
    write(...files);
    const listed = listFiles(join(folder, root));
    expect(detectSite(folder, root, listed, settings)).toEqual({
      generator,
      origins: { origin: 'https://site.example', hosts: [] },
      language: 'en',
      locales: [],
      numberedFolders: [],
    });
  });

  test('tells Zola from Hugo by the settings in config.toml, and finds the host there', () => {
    write('content/a.md');
    writeFileSync(
      join(folder, 'config.toml'),
      'base_url = "https://zola.example/"\n[extra]\n  url = "https://no.example"\n',
    );
    expect(detectSite(folder, 'content', ['a.md'], settings)).toMatchObject({
      generator: 'zola',
      origins: { hosts: ['https://zola.example'] },
    });
    writeFileSync(join(folder, 'config.toml'), 'baseURL = "https://hugo.example/"\n');
    expect(detectSite(folder, 'content', ['a.md'], settings)).toMatchObject({
      generator: 'hugo',
      origins: { hosts: ['https://hugo.example'] },
    });
  });

  test('finds languages and numbered folders by the names of the files', () => {
    const files = ['en/1.a.md', 'en/2.b.md', 'en/index.md', 'pt-br/01-a.md', 'pt-br/c.md', 'pt-br/d.md'];
    expect(detectSite(folder, '', files, settings)).toMatchObject({
      locales: ['en', 'pt-br'],
      numberedFolders: ['en'],
    });
    expect(detectSite(folder, '', ['go/a.md', 'js/b.md', 'c.md'], settings)).toMatchObject({ locales: [] });
  });

  test('takes a folder of notes without markers for a vault', () => {
    write('a.md', 'b.md');
    for (const name of ['a.md', 'b.md']) writeFileSync(join(folder, name), 'see [[Other note]]');
    expect(detectSite(folder, '', ['a.md', 'b.md'], settings)).toMatchObject({ generator: 'obsidian' });
  });
});
