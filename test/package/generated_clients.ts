/**
 * Makes clients from the OpenAPI description of a running service, in TypeScript and Python, and calls the service with them.
 * Needs registries of packages; a client whose generator cannot be installed is skipped.
 */
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { buildSync } from 'esbuild';
import { startServe } from '../faults/serve_process.ts';
import { conclude } from '../faults/verdict.ts';
import { repositoryFile } from '../fixtures/built_package.ts';
import { must, run } from './command.ts';

const versions = {
  fetch: '0.17.0',
  typescript: '7.13.0',
  heyApi: '0.99.0',
  compiler: '5.9.3',
  python: '0.29.1',
} as const;
const expected = {
  title: 'Entity tag',
  escaped: [
    404,
    'Cannot find a resource: there is nothing at this address. Send the slashes in the path unescaped: /api/pages/glossary/entity-tag.',
  ],
  found: 1,
  asked: 1,
  submitted: 201,
};

const folder = mkdtempSync(join(tmpdir(), 'catchword-clients-'));
const modules = join(folder, 'node_modules');
const python = join(folder, 'python', 'bin');
const faults: string[] = [];
const used: string[] = [];
const server = await startServe([repositoryFile('site'), '--feedback', 'memory:']);
const address = `http://127.0.0.1:${server.port}`;

try {
  writeFileSync(join(folder, 'openapi.json'), await (await fetch(`${address}/api/openapi.json`)).text());
  writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}');
  use('openapi-typescript with openapi-fetch', installTypeScript, callByTypeScript);
  use('@hey-api/openapi-ts', installHeyApi, callByHeyApi);
  use('openapi-python-client', installPython, callByPython);
  conclude(used.join('; '), faults);
} finally {
  await server.end();
  rmSync(folder, { recursive: true, force: true });
}

/** @param install whether the generator could be installed @param call what the generated client printed */
function use(name: string, install: () => boolean, call: () => string): void {
  if (!install()) {
    used.push(`skipped ${name}, which cannot be installed here`);
    return;
  }
  try {
    const printed = call();
    if (!isDeepStrictEqual(JSON.parse(printed), expected)) faults.push(`${name} got ${printed}`);
  } catch (error) {
    faults.push(`${name}: ${(error as Error).message}`);
  }
  used.push(`called by ${name}`);
}

function install(...packages: readonly string[]): boolean {
  return run(folder, ['npm', 'install', '--ignore-scripts', '--no-audit', '--no-fund', ...packages]).code === 0;
}

function installTypeScript(): boolean {
  return install(
    `openapi-fetch@${versions.fetch}`,
    `openapi-typescript@${versions.typescript}`,
    `typescript@${versions.compiler}`,
  );
}

function callByTypeScript(): string {
  must(folder, [process.execPath, join(modules, 'openapi-typescript/bin/cli.js'), 'openapi.json', '-o', 'schema.d.ts']);
  compile('use_generated.ts', '--module nodenext --allowImportingTsExtensions');
  return must(folder, [process.execPath, 'use_generated.ts', address]);
}

function installHeyApi(): boolean {
  return install(`@hey-api/openapi-ts@${versions.heyApi}`, `typescript@${versions.compiler}`);
}

/** Its modules import each other without endings, as bundlers resolve them. */
function callByHeyApi(): string {
  const generator = join(modules, '@hey-api/openapi-ts/bin/run.js');
  must(folder, [process.execPath, generator, '-i', 'openapi.json', '-o', 'hey', '-c', '@hey-api/client-fetch']);
  compile('use_hey_api.ts', '--module esnext --moduleResolution bundler');
  const bundled = join(folder, 'use_hey_api.mjs');
  buildSync({
    entryPoints: [join(folder, 'use_hey_api.ts')],
    outfile: bundled,
    bundle: true,
    platform: 'node',
    format: 'esm',
  });
  return must(folder, [process.execPath, bundled, address]);
}

/** Copies a program of this folder to the generated modules, and checks its types with them. */
function compile(name: string, options: string): void {
  const program = readFileSync(repositoryFile(`test/package/${name}`), 'utf8');
  writeFileSync(join(folder, name), program.replace('@ts-nocheck', ''));
  const all = `--noEmit --strict --target es2022 --lib es2023,dom,dom.iterable --skipLibCheck ${options}`;
  must(folder, [process.execPath, join(modules, 'typescript/bin/tsc'), ...all.split(' '), name]);
}

function installPython(): boolean {
  const options = ['--quiet', '--disable-pip-version-check', '--retries', '1', '--timeout', '15'];
  return (
    run(folder, ['python3', '-m', 'venv', 'python']).code === 0 &&
    run(folder, [join(python, 'pip'), 'install', ...options, `openapi-python-client==${versions.python}`]).code === 0
  );
}

function callByPython(): string {
  const options = ['--path', 'openapi.json', '--output-path', 'pyclient', '--meta', 'none'];
  must(folder, [join(python, 'openapi-python-client'), 'generate', ...options]);
  copyFileSync(repositoryFile('test/package/use_generated.py'), join(folder, 'use.py'));
  return must(folder, [join(python, 'python'), 'use.py', address]);
}
