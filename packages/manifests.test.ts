import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const folder = fileURLToPath(new URL('.', import.meta.url));
const read = (file: string) => readFileSync(`${folder}${file}`, 'utf8');
const product = JSON.parse(read('../package.json')) as { version: string; repository: object };
const names = readdirSync(folder).filter((name) => existsSync(`${folder}${name}/package.json`));

describe.each(names)('the package in packages/%s', (name) => {
  const manifest = JSON.parse(read(`${name}/package.json`)) as Record<string, unknown>;

  test('has the version of the product, which it needs, and no other dependency than its generator', () => {
    expect(manifest).toMatchObject({
      name: `@catchword/${name}`,
      version: product.version,
      type: 'module',
      license: 'MIT',
      // npm proves from which repository a package comes.
      repository: { ...product.repository, directory: `packages/${name}` },
    });
    expect(manifest).not.toHaveProperty('dependencies');
    expect(manifest).not.toHaveProperty('scripts');
    expect(manifest.peerDependencies).toMatchObject({ catchword: `^${product.version}` });
  });

  test('is packed with types and a README, without tests, in less than 60 kB', () => {
    const said = execFileSync('npm', ['pack', '--json', '--dry-run', '--loglevel=error'], { cwd: `${folder}${name}` });
    const [packed] = Object.values(
      JSON.parse(said.toString()) as Record<string, { files: { path: string }[]; unpackedSize: number }>,
    );
    const files = packed!.files.map(({ path }) => path);
    expect(files).toEqual(expect.arrayContaining(['README.md', 'index.js', 'index.d.ts']));
    expect(files.filter((file) => /\.test\./.test(file))).toEqual([]);
    expect(packed!.unpackedSize).toBeLessThan(60_000);
    for (const file of files) expect(read(`${name}/${file}`)).not.toMatch(/\b(?:TODO|FIXME)\b/);
  });
});

test('the plugin for MkDocs has the version of the product', () => {
  expect(read('mkdocs/pyproject.toml')).toContain(`\nversion = "${product.version}"\n`);
});
