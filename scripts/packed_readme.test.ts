import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { packedReadme } from './packed_readme.ts';

const root = new URL('..', import.meta.url);
const repository = 'git+https://forge.example/owner/name.git';

describe('packedReadme', () => {
  it.each([
    ['[a](site/a.md#b)', '[a](https://forge.example/owner/name/blob/HEAD/site/a.md#b)'],
    ['![a](./a.png)', '![a](https://forge.example/owner/name/raw/HEAD/a.png)'],
    ['<img src="a.webp">', '<img src="https://forge.example/owner/name/raw/HEAD/a.webp">'],
    ['<source srcset="a.webp">', '<source srcset="https://forge.example/owner/name/raw/HEAD/a.webp">'],
    ['[a](https://example.org/b) [c](#d) <http://e.example>', '[a](https://example.org/b) [c](#d) <http://e.example>'],
    ['```md\n[a](b.md)\n```\n[c](d)', '```md\n[a](b.md)\n```\n[c](https://forge.example/owner/name/blob/HEAD/d)'],
  ])('writes %j as %j', (text, packed) => {
    expect(packedReadme(text, repository)).toBe(packed);
  });

  it('leaves no relative address in the README, and each leads to what is in the repository', () => {
    const text = readFileSync(new URL('README.md', root), 'utf8');
    const packed = packedReadme(text, repository);
    const outside = packed.replaceAll(/^```[\s\S]*?^```\n/gm, '');
    const targets = [...outside.matchAll(/\]\(([^)]+)\)|(?:src|srcset)="([^"]+)"/g)].map(
      ([, link, src]) => link ?? src!,
    );
    expect(targets.length).toBeGreaterThan(20);
    for (const target of targets) {
      const [, path] = /^https:\/\/forge\.example\/owner\/name\/(?:blob|raw)\/HEAD\/([^#]+)/.exec(target) ?? [];
      if (path === undefined) expect(target).toMatch(/^(?:https?:|#)/);
      else expect(existsSync(new URL(path, root)), path).toBe(true);
    }
    expect(packedReadme(packed, repository)).toBe(packed);
  });
});

describe('package.json', () => {
  it('names the address of the project, that of its form for feedback, and its repository', () => {
    const { homepage, bugs, repository: named } = manifest;
    expect([bugs.url, named.type]).toEqual([`${homepage}/feedback`, 'git']);
    expect(new URL(homepage).protocol).toBe('https:');
    expect(new URL(named.url.replace(/^git\+/, '')).protocol).toBe('https:');
  });

  it('makes the README of the package before it is packed, and takes it back after that', () => {
    const { prepack, postpack } = manifest.scripts;
    expect(prepack).toMatch(/ && node scripts\/run\.mjs scripts\/packed_readme\.ts write$/);
    expect(postpack).toBe('node scripts/run.mjs scripts/packed_readme.ts restore');
    expect(existsSync(fileURLToPath(new URL('.catchword/README.md', root)))).toBe(false);
  });
});
