import { describe, expect, test } from 'vitest';
import { readSite } from '../../../test/fixtures/read_site.ts';

describe('included files', () => {
  test('of mdBook are read in, whole, by anchor and by lines', () => {
    const site = readSite({
      'book.toml': '',
      'listings/x.rs': '// ANCHOR: here\nfn shown() {}\n// ANCHOR_END: here\nfn hidden() {}\n',
      'src/part.md': 'Shared *words*.\n',
      'src/a.md':
        '# A\n\n{{#include part.md}}\n\n```rust\n{{#rustdoc_include ../listings/x.rs:here}}\n```\n\n```rust\n{{#include ../listings/x.rs:4}}\n```\n',
    });
    expect(site.text('a.md')).toBe('Shared words.\nfn shown() {}\nfn hidden() {}');
  });

  test('that are missing, outside the project or no text leave nothing', () => {
    const site = readSite({
      'book.toml': '',
      'src/a.md':
        '# A\n\n{{#include none.md}}\n\n{{#include /etc/passwd}}\n\n{{#include ../../../../../../etc/passwd}}\n\ntext\n',
    });
    expect(site.text('a.md')).toBe('text');
    expect(site.warnings).toEqual([]);
  });

  test('keep the lines of the links behind them', () => {
    const site = readSite({
      'book.toml': '',
      'src/part.md': 'one\n\n[gone](gone.md)\n\ntwo\n',
      'src/a.md': '# A\n\n{{#include part.md}}\n\n[lost](lost.md)\n',
    });
    expect(site.site.warnings.map(({ file, line, message }) => [file, line, /"(.*)"/.exec(message)![1]])).toEqual([
      ['a.md', 3, 'gone.md'],
      ['a.md', 5, 'lost.md'],
      ['part.md', 3, 'gone.md'],
    ]);
  });

  test.each([
    [
      'vitepress',
      { '.vitepress/config.ts': '', 'parts/p.md': 'one\ntwo\nthree\n' },
      '<!--@include: ./parts/p.md{2,3}-->',
      'two three',
    ],
    ['mkdocs', { 'mkdocs.yml': 'docs_dir: .\n', 'p.txt': 'words\n' }, '--8<-- "p.txt"', 'words'],
    ['mkdocs', { 'mkdocs.yml': 'docs_dir: .\n', 'p.txt': 'words\n' }, '{!p.txt!}', 'words'],
  ])('of %s are read in', (_name, files, line, text) => {
    expect(readSite({ ...(files as Record<string, string>), 'a.md': `# A\n\n${line}\n` }).text('a.md')).toBe(text);
  });
});

describe('the text that a Hugo page takes from another file', () => {
  const files = {
    'hugo.toml': '',
    'content/shared/x.md': 'Shared [b](/b/).\n',
    'content/a.md': '---\ntitle: A\nsource: /shared/x.md\n---\n\n<!-- The text is in shared/x.md -->\n',
    'content/b.md': '# B\n',
  };

  test('is read in, and that file is no page', () => {
    const { site, text, links } = readSite(files);
    expect(site.pages.map(({ path, title }) => [path, title])).toEqual([
      ['a', 'A'],
      ['b', 'B'],
    ]);
    expect([text('a.md'), links('a.md')]).toEqual(['Shared b.', ['b']]);
  });

  test('stays away when the page has a text of its own, or the file is missing', () => {
    const own = readSite({ ...files, 'content/a.md': `${files['content/a.md']}\nOwn.\n` });
    expect(own.text('a.md')).toBe('Own.');
    const missing = readSite({ ...files, 'content/a.md': '---\ntitle: A\nsource: /none.md\n---\n' });
    expect(missing.text('a.md')).toBe('');
  });
});
