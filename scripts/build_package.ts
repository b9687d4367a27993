/**
 * Compiles `src/` to JavaScript with types, as the package ships it, and bundles the scripts and the styles of the
 * explorer, compressed. `npm pack` runs it.
 * build_package.ts [FOLDER]: the folder to write, which is emptied first; default `dist`.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildAssets } from '../src/explorer/build_assets.ts';
import { compressAssets, SEARCH_PROGRAM } from '../src/explorer/explorer_assets.ts';

/** What `exports` of package.json names. */
const ENTRIES = ['build', 'client', 'edge', 'integration', 'server'];

const root = fileURLToPath(new URL('..', import.meta.url));
const out = resolve(root, process.argv[2] ?? 'dist');

rmSync(out, { recursive: true, force: true });
const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
const args = [compiler, '-p', join(root, 'tsconfig.package.json'), '--outDir', out];
const { status } = spawnSync(process.execPath, args, { stdio: ['ignore', 2, 2] });
if (status !== 0) process.exit(1);
const assets = compressAssets(await buildAssets());
writeExplorerAssets(join(out, 'explorer', 'assets'));
inlineAssets(join(out, 'cli', 'edge', 'inlined_assets.js'));
for (const file of readdirSync(out, { recursive: true, encoding: 'utf8' })) {
  if (file.endsWith('.js') || file.endsWith('.d.ts')) renameImports(join(out, file));
}
removeUnusedTypes(out);

/** Writes what `readPackaged` of `explorer_assets.ts` reads. */
function writeExplorerAssets(folder: string): void {
  const { files, search, ...names } = assets;
  mkdirSync(folder, { recursive: true });
  for (const { name, body, br, gzip } of files) {
    writeFileSync(join(folder, name), body);
    writeFileSync(join(folder, `${name}.br`), br);
    writeFileSync(join(folder, `${name}.gz`), gzip);
  }
  if (search !== null) writeFileSync(join(folder, SEARCH_PROGRAM), JSON.stringify(search));
  writeFileSync(join(folder, 'names.json'), JSON.stringify({ ...names, files: files.map(({ name }) => name) }));
}

/** Writes the module of `inlined_assets.ts` with the files, for runtimes without a disk. */
function inlineAssets(file: string): void {
  const { files, search: _, ...names } = assets;
  const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
  const inlined = files.map(({ name, contentType, body, br, gzip }) => {
    return { name, contentType, body: text(body), br: text(br), gzip: text(gzip) };
  });
  writeFileSync(file, `export const inlinedAssets = ${JSON.stringify({ ...names, files: inlined })};\n`);
}

/** Removes the types of modules that no exported module uses: nobody can import them. */
function removeUnusedTypes(folder: string): void {
  const used = new Set(ENTRIES.map((name) => join(folder, `${name}.d.ts`)));
  for (const file of used) {
    for (const [, target] of readFileSync(file, 'utf8').matchAll(/(?:from |import\()['"](\.[^'"]+)\.js['"]/g))
      used.add(join(dirname(file), `${target}.d.ts`));
  }
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = join(folder, name);
    if (file.endsWith('.d.ts') && !used.has(file)) rmSync(file);
  }
}

/**
 * Replaces `.ts` by `.js` where the compiler leaves it: in the addresses of worker threads and in imports of declarations.
 */
function renameImports(file: string): void {
  const text = readFileSync(file, 'utf8');
  const renamed = text
    .replaceAll(/(new URL\('[^']+)\.ts(', import\.meta\.url\))/g, '$1.js$2')
    .replaceAll(/((?:from |import\()['"]\.[^'"]+)(?<!\.d)\.ts(['"])/g, '$1.js$2');
  if (renamed !== text) writeFileSync(file, renamed);
}
