import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const text = readFileSync(`${root}ARCHITECTURE.md`, 'utf8');
const files = globSync('{src,test,scripts,site}/**/*.{ts,md}', { cwd: root });
const names = new Set(files.map((file) => basename(file)));

/** Whether a name in the text stands for a file: a path from the root or from `src/`, or a name without folders; `*` for any part. */
function exists(name: string): boolean {
  if (!name.includes('*')) return files.includes(name) || files.includes(`src/${name}`) || names.has(name);
  const pattern = name.replace(/^(?:.*\/)?/, '').replaceAll('*', '.*');
  return [...names].some((each) => new RegExp(`^${pattern}$`).test(each));
}

describe('ARCHITECTURE.md', () => {
  it('names only files that exist', () => {
    const named = [...text.matchAll(/`([\w*/-]+(?:\.test)?\.(?:ts|md))`/g)].map(([, name]) => name!);
    expect(named.length).toBeGreaterThan(150);
    expect(named.filter((name) => !exists(name))).toEqual([]);
  });
});
