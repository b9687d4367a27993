/**
 * Packs the package, installs it into an empty folder, and uses it as its reader would: build, query, serve, dev and programs, under
 * this Node, a newer one and Bun. All must give the same bytes and answers; an older Node must say in one line what to install.
 * Needs a registry of packages.
 * installed_package.ts [--newer VERSION] [--older VERSION]
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { conclude, textOption } from '../faults/verdict.ts';
import { repositoryFile } from '../fixtures/built_package.ts';
import { must, run } from './command.ts';
import { manifestOf, packPackage } from './packed_package.ts';

/** Enough that a build reads them on several threads. */
const morePages = 600;
const mostBytes = 5_000_000;
const newer = textOption('newer', '26.10.0');
const older = textOption('older', '20.19.2');
const faults: string[] = [];
const used: string[] = [];
/** Builds of a search without a server, by every runtime. */
const builds = new Set<string | undefined>();
const folder = mkdtempSync(join(tmpdir(), 'catchword-package-'));
const app = join(folder, 'app');
const installed = join(app, 'node_modules', 'catchword');
const environment = { ...process.env, CATCHWORD_CACHE: join(folder, 'cache'), CATCHWORD_FEEDBACK: 'none' };

try {
  const packed = packPackage(folder);
  examineFiles(packed.files, packed.unpackedSize);
  lint(packed.tarball);
  install(packed.tarball);
  examineInstallScripts();
  compileConsumer();
  for (const runtime of runtimes()) await useWith(runtime);
  refuseOlder();
  conclude(`${packed.files.length} files of ${packed.unpackedSize} bytes, used by ${used.join(', ')}`, faults);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function examineFiles(files: readonly string[], bytes: number): void {
  if (bytes > mostBytes) faults.push(`the package has ${bytes} bytes, more than ${mostBytes}`);
  const allowed =
    /^(?:package\.json|README\.md|LICENSE|CHANGELOG\.md|THIRD_PARTY_NOTICES\.md|catchword\.(?:config|curation)\.schema\.json|compose\.postgres\.yaml|bin\/catchword|monitoring\/catchword-(?:dashboard\.json|rules\.yml)|man\/catchword\.1|dist\/explorer\/assets\/(?:names\.json|search_program\.json|[a-z_]+\.[A-Z0-9]{8}\.(?:js|css)(?:\.br|\.gz)?)|dist\/(?!.*\.test\.).+\.(?:js|d\.ts))$/;
  for (const file of files) if (!allowed.test(file)) faults.push(`the package has ${file}`);
}

/** Runs the linters of packages on the tarball. */
function lint(tarball: string): void {
  for (const command of [
    ['node_modules/publint/src/cli.js', 'run', tarball, '--strict'],
    ['node_modules/@arethetypeswrong/cli/dist/index.js', tarball, '--profile', 'esm-only'],
  ]) {
    const { code, out, err } = run(repositoryFile('.'), [process.execPath, ...command], {
      ...environment,
      NO_COLOR: '1',
    });
    if (code !== 0) faults.push(`${command[0]} ended with ${code}: ${out}${err}`);
  }
}

function install(tarball: string): void {
  mkdirSync(app);
  writeFileSync(join(app, 'package.json'), '{"private":true,"type":"module"}');
  must(app, ['npm', 'install', '--no-audit', '--no-fund', '--loglevel=error', tarball]);
  const content = join(app, 'content');
  mkdirSync(content);
  for (let page = 0; page < morePages; page++)
    writeFileSync(join(content, `p${page}.md`), `# Page ${page}\n\nWords.\n`);
  writeFileSync(join(content, 'index.md'), '# Home\n\nWelcome. See [two](two.md).\n');
  writeFileSync(join(content, 'two.md'), '---\ntags: [beans]\n---\n# Two\n\nRunner beans in größe.\n');
}

/** No package of the tree may run a script when it is installed. */
function examineInstallScripts(): void {
  for (const manifest of globSync('node_modules/**/package.json', { cwd: app })) {
    const { scripts = {} } = manifestOf(join(app, manifest, '..')) as { readonly scripts?: Record<string, string> };
    for (const name of ['preinstall', 'install', 'postinstall'])
      if (name in scripts && /node_modules\/(?:@[^/]+\/)?[^/]+\/package\.json$/.test(manifest))
        faults.push(`${manifest} has the script ${name}`);
  }
}

/** A program in TypeScript must compile against the types, without leaving out the check of declarations. */
function compileConsumer(): void {
  writeFileSync(
    join(app, 'consumer.ts'),
    `import { buildSite } from 'catchword/build';
import { createClient } from 'catchword/client';
import { createHandler, loadArtefact } from 'catchword/server';

const { pages, warnings } = await buildSite({ folder: 'content', out: 'typed.catchword' });
const handle: (request: Request) => Promise<Response> = createHandler({ corpus: loadArtefact('typed.catchword') });
const client = createClient({ url: 'http://localhost', fetch: (address, init) => handle(new Request(address, init)) });
const title: string = (await client.page('two')).title;
const { status }: { status: number } = await handle(new Request('http://localhost/api/pages/two'));
console.log(pages, warnings.length, status);
`,
  );
  const options = ['--strict', '--module', 'nodenext', '--target', 'es2024', '--noEmit', '--types', 'node'];
  const roots = ['--typeRoots', repositoryFile('node_modules/@types')];
  const compiler = repositoryFile('node_modules/typescript/bin/tsc');
  const { code, out } = run(app, [process.execPath, compiler, ...options, ...roots, 'consumer.ts']);
  if (code !== 0) faults.push(`a program in TypeScript does not compile: ${out}`);
}

interface Runtime {
  readonly name: string;
  readonly command: readonly string[];
}

function runtimes(): Runtime[] {
  const found: Runtime[] = [{ name: `Node ${process.versions.node}`, command: [process.execPath] }];
  const next = nodeOf(newer);
  if (next !== null) found.push({ name: `Node ${newer}`, command: [next] });
  const bun = repositoryFile('node_modules/.bin/bun');
  if (existsSync(bun)) found.push({ name: 'Bun', command: [bun, '--bun'] });
  return found;
}

/** Installs another Node. @returns its path, or null where the registry has none for this machine */
function nodeOf(version: string): string | null {
  const name = `node-${process.platform}-${process.arch}`;
  const place = join(folder, `node-${version}`);
  mkdirSync(place);
  const { code } = run(place, [
    'npm',
    'install',
    '--no-save',
    '--loglevel=error',
    '--prefix',
    place,
    `${name}@${version}`,
  ]);
  const node = join(place, 'node_modules', name, 'bin', 'node');
  if (code === 0 && existsSync(node)) return node;
  process.stdout.write(`skipped: Node ${version} cannot be installed here\n`);
  return null;
}

/** Builds, queries, serves, edits and runs a program under one runtime. */
async function useWith({ name, command }: Runtime): Promise<void> {
  const before = faults.length;
  const program = [...command, join(installed, 'bin', 'catchword')];
  const artefact = `${name.replaceAll(/\W/g, '-')}.catchword`;
  const built = run(app, [...program, 'build', 'content', '--out', artefact], environment);
  if (built.code !== 0) return void faults.push(`${name}: build ended with ${built.code}: ${built.err}`);
  const first = join(app, `${`Node ${process.versions.node}`.replaceAll(/\W/g, '-')}.catchword`);
  if (!readFileSync(join(app, artefact)).equals(readFileSync(first))) faults.push(`${name}: build gives other bytes`);

  // The files are compressed by the runtime; what is in them names the build.
  const exported = run(app, [...program, 'export', artefact, '--static', `${artefact}-search`, '--json'], environment);
  const build = /"build":"([0-9a-f]{16})"/.exec(exported.out)?.[1];
  builds.add(build);
  if (build === undefined || builds.size > 1)
    faults.push(`${name}: export ends with ${exported.code}: ${exported.err}`);

  const target = '/api/pages?q=beans&facets=tags';
  const expected = must(
    app,
    [process.execPath, join(installed, 'bin', 'catchword'), 'query', first, '--get', target],
    environment,
  );
  const queried = run(app, [...program, 'query', artefact, '--get', target], environment);
  if (queried.out !== expected) faults.push(`${name}: query answers ${queried.out}${queried.err}`);

  const threads = name === 'Bun' ? '1' : '2';
  for (const args of [['serve', artefact], ['serve', artefact, '--workers', threads], ['./content']]) {
    const answer = await serve([...program, ...args, '--port', '0'], target).catch((error: Error) => error.message);
    if (answer !== expected) faults.push(`${name}: ${args.join(' ')} answers ${answer}`);
  }

  const page = await serve([...program, 'serve', artefact, '--port', '0'], '/explore').catch(
    (error: Error) => error.message,
  );
  if (!/<script type="module" src="\/explore\/assets\/explorer\.[A-Z0-9]{8}\.js">/.test(page)) {
    faults.push(`${name}: the explorer has no script: ${page.slice(0, 300)}`);
  }

  const edited = await edit([...program, 'dev', 'edited', '--port', '0']).catch((error: Error) => error.message);
  if (edited !== 'Edited twice.') faults.push(`${name}: dev answers an edit with ${edited}`);

  const script = run(app, [...command, 'consumer.ts'], environment);
  if (script.out !== `${morePages + 2} 0 200\n`) faults.push(`${name}: a program prints ${script.out}${script.err}`);
  if (faults.length === before) used.push(name);
}

/** Starts a server. @returns what it answers at the target */
function serve(command: readonly string[], target: string): Promise<string> {
  return withServer(command, async (url) => (await fetch(new URL(target, url))).text());
}

/** Edits a page of a folder under `dev`. @returns the page's description after the edit */
function edit(command: readonly string[]): Promise<string> {
  const page = join(app, 'edited', 'page.md');
  mkdirSync(join(app, 'edited'), { recursive: true });
  writeFileSync(page, '# Page\n\nAs it was.\n');
  return withServer(command, async (url) => {
    const { body } = await fetch(new URL('/dev/events', url));
    writeFileSync(page, '# Page\n\nEdited.\n');
    let described = '';
    for await (const _event of body!.pipeThrough(new TextDecoderStream())) {
      const answer = (await (await fetch(new URL('/api/pages/page', url))).json()) as { page: { description: string } };
      described = answer.page.description;
      // The first chunk is no event, and a write may be seen in two steps.
      if (described === 'Edited twice.') break;
      if (described === 'Edited.') writeFileSync(page, '# Page\n\nEdited twice.\n');
    }
    return described;
  });
}

async function withServer(
  [program, ...args]: readonly string[],
  use: (url: string) => Promise<string>,
): Promise<string> {
  const child: ChildProcess = spawn(program!, args, { cwd: app, env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  child.stderr!.on('data', (text) => (said += text));
  const ended = once(child, 'exit');
  let answer: string;
  try {
    const [line] = await Promise.race([
      once(createInterface({ input: child.stdout! }), 'line'),
      ended.then(([code]) => Promise.reject(new Error(`it ended with ${code}: ${said}`))),
    ]);
    const { url } = JSON.parse(line as string) as { readonly url: string };
    answer = await Promise.race([
      use(url),
      ended.then(([code]) => Promise.reject(new Error(`it ended with ${code}: ${said}`))),
      overdue(() => said),
    ]);
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
  if (child.exitCode !== 143) throw new Error(`it ended with ${child.exitCode}: ${said}`);
  return answer;
}

/** Rejects after a minute, with what the program said. */
async function overdue(said: () => string): Promise<never> {
  await sleep(60_000, undefined, { ref: false });
  throw new Error(`it gave no answer in a minute: ${said()}`);
}

function refuseOlder(): void {
  const node = nodeOf(older);
  if (node === null) return;
  const { code, out, err } = run(
    app,
    [node, join(installed, 'bin', 'catchword'), 'build', 'content', '--out', 'x'],
    environment,
  );
  const expected = new RegExp(
    `^Cannot run under Node ${older.replaceAll('.', '\\.')}: .* Install it from https://\\S+ .*\\n$`,
  );
  if (code !== 1 || out !== '' || !expected.test(err)) faults.push(`Node ${older} ends with ${code}: ${out}${err}`);
  else used.push(`refused by Node ${older}`);
}
