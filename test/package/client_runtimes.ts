/**
 * Calls a service with `catchword/client` under Deno and workerd. Needs a registry of packages: a runtime that cannot be installed is
 * skipped. Their packages have install scripts, so this installs the packages of their programs, which have none.
 */

import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { buildSync } from 'esbuild';
import { startServe } from '../faults/serve_process.ts';
import { conclude } from '../faults/verdict.ts';
import { repositoryFile } from '../fixtures/built_package.ts';
import { artefactOf } from '../fixtures/corpus_of.ts';
import { freePort } from '../fixtures/free_port.ts';
import { clientResults, runtimesPages } from '../runtimes/client_results.ts';
import { must, run } from './command.ts';

const packages = { deno: '@deno/linux-x64-glibc@2.9.6', workerd: '@cloudflare/workerd-linux-64@1.20261117.1' } as const;

const folder = mkdtempSync(join(tmpdir(), 'catchword-client-'));
const faults: string[] = [];
const used: string[] = [];
writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}');
writeFileSync(join(folder, 'site.catchword'), artefactOf(runtimesPages));
const server = await startServe([join(folder, 'site.catchword')]);
const address = `http://127.0.0.1:${server.port}`;

try {
  await use('deno', 'deno', async (program) => {
    const calls = bundled('calls.js', `console.log(JSON.stringify(await callService(${JSON.stringify(address)})));`);
    return must(folder, [program, 'run', `--allow-net=127.0.0.1:${server.port}`, '--no-prompt', calls]);
  });
  await use('workerd', 'bin/workerd', callFromWorkerd);
  conclude(used.join('; '), faults);
} finally {
  await server.end();
  rmSync(folder, { recursive: true, force: true });
}

/** @param program its path in the package @param call what the calls printed */
async function use(
  name: keyof typeof packages,
  program: string,
  call: (program: string) => Promise<string>,
): Promise<void> {
  const install = ['npm', 'install', '--ignore-scripts', '--no-audit', '--no-fund', packages[name]];
  if (run(folder, install).code !== 0) {
    used.push(`skipped ${name}, which cannot be installed here`);
    return;
  }
  try {
    const path = join(folder, 'node_modules', packages[name].replace(/@[^@]*$/, ''), program);
    chmodSync(path, 0o755);
    const printed = await call(path);
    if (!isDeepStrictEqual(JSON.parse(printed), clientResults)) faults.push(`the client under ${name} got ${printed}`);
    used.push(`called under ${name}`);
  } catch (error) {
    faults.push(`${name}: ${(error as Error).message}`);
  }
}

/** The client and its calls as one module. @param code what it does with them @returns its path */
function bundled(name: string, code: string): string {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  buildSync({
    stdin: {
      contents: `import { callService } from './client_calls.ts';\n${code}`,
      resolveDir: repositoryFile('test/runtimes'),
    },
    alias: { 'catchword/client': repositoryFile('src/client.ts') },
    bundle: true,
    format: 'esm',
    outfile: path,
  });
  return path;
}

/** A worker that answers a request with what the client got. */
async function callFromWorkerd(program: string): Promise<string> {
  const port = await freePort();
  bundled(
    'worker.js',
    `export default { fetch: async () => Response.json(await callService(${JSON.stringify(address)})) };`,
  );
  const config = join(folder, 'worker.capnp');
  writeFileSync(
    config,
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    ( name = "main", worker = ( modules = [ ( name = "worker", esModule = embed "worker.js" ) ], compatibilityDate = "2026-01-01" ) ),
    ( name = "internet", network = ( allow = ["private", "public", "local"] ) ),
  ],
  sockets = [ ( name = "http", address = "127.0.0.1:${port}", http = (), service = "main" ) ],
);
`,
  );
  const worker = spawn(program, ['serve', config], { stdio: ['ignore', 'ignore', 'pipe'] });
  let errors = '';
  worker.stderr.on('data', (text) => {
    errors += text;
  });
  try {
    for (let attempt = 0; attempt < 200 && worker.exitCode === null; attempt++) {
      const answer = await fetch(`http://127.0.0.1:${port}/`).catch(() => null);
      if (answer !== null) return await answer.text();
      await sleep(50);
    }
    throw new Error(`it does not answer: ${errors}`);
  } finally {
    worker.kill('SIGKILL');
  }
}
