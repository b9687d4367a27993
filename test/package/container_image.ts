/**
 * Builds the image of Containerfile and runs it: with buildah where it is installed and the base images can be reached, else
 * step by step in a chroot. The server must answer as a user without rights, keep feedback in /data, leave /content alone, pass
 * its health check, and end on SIGTERM. Needs root, Linux and a registry of packages.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { conclude, skipWhere } from '../faults/verdict.ts';
import { repositoryFile } from '../fixtures/built_package.ts';
import { freePort } from '../fixtures/free_port.ts';
import { inChroot, type Mount, makeBareRoot, makeSystemRoot } from './chroot.ts';
import { must, run } from './command.ts';
import { lastOf, parseContainerfile, type Stage, variablesOf, wordsOf } from './containerfile.ts';

skipWhere(process.getuid?.() === 0 ? null : 'needs root');
skipWhere(run('/', ['unshare', '--mount', 'true']).code === 0 ? null : 'needs the permission to mount');

const faults: string[] = [];
const folder = mkdtempSync(join(tmpdir(), 'catchword-image-'));
const node = process.execPath;
const stages = parseContainerfile(readFileSync(repositoryFile('Containerfile'), 'utf8'));
const image = stages.at(-1)!;

try {
  const { root, mounts, how } = buildByBuilder() ?? buildByChroot();
  const size = Number(must('/', ['du', '-sm', join(root, 'opt')]).split('\t')[0]);
  await use(root, mounts);
  conclude(`image built ${how}, ${size} MiB of our own and our dependencies`, faults);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

interface Built {
  readonly root: string;
  readonly mounts: readonly Mount[];
  readonly how: string;
}

/** @returns null where there is no builder, or it cannot reach the base images */
function buildByBuilder(): Built | null {
  if (run('/', ['buildah', '--version']).code !== 0) return null;
  const built = run(repositoryFile('.'), ['buildah', 'build', '--quiet', '--tag', 'catchword-test', '.']);
  if (built.code !== 0) {
    process.stdout.write(`buildah cannot build: ${built.err.trim().split('\n').at(-1)}\n`);
    return null;
  }
  const container = must('/', ['buildah', 'from', 'catchword-test']).trim();
  const root = must('/', ['buildah', 'mount', container]).trim();
  return { root, mounts: [['/dev', '/dev']], how: 'by buildah' };
}

function buildByChroot(): Built {
  const roots = new Map<string | null, string>();
  let built: Built | null = null;
  for (const stage of stages) {
    const root = join(folder, `stage-${roots.size}`);
    const mounts = stage.base.includes('distroless') ? makeBareRoot(root, node) : makeSystemRoot(root, node);
    roots.set(stage.name, root);
    applyStage(stage, root, mounts, roots);
    built = { root, mounts, how: 'step by step in a chroot' };
  }
  return built!;
}

function applyStage(
  stage: Stage,
  root: string,
  mounts: readonly Mount[],
  roots: ReadonlyMap<string | null, string>,
): void {
  let workFolder = '/';
  for (const { keyword, text } of stage.instructions) {
    if (keyword === 'WORKDIR') {
      workFolder = text;
      mkdirSync(join(root, workFolder), { recursive: true });
    } else if (keyword === 'COPY') {
      copy(text, join(root, workFolder), root, roots);
    } else if (keyword === 'RUN') {
      const variables = {
        PATH: '/node/bin:/usr/bin:/bin',
        HOME: '/root',
        NODE_EXTRA_CA_CERTS: process.env.NODE_EXTRA_CA_CERTS,
      };
      must('/', inChroot({ root, folder: workFolder, mounts, command: ['/bin/sh', '-c', text] }), variables);
    }
  }
}

function copy(text: string, workFolder: string, root: string, roots: ReadonlyMap<string | null, string>): void {
  const words = text.split(/\s+/);
  const from = words.find((word) => word.startsWith('--from='))?.slice('--from='.length);
  const owner = words.find((word) => word.startsWith('--chown='))?.slice('--chown='.length);
  const paths = words.filter((word) => !word.startsWith('--'));
  const target = paths.at(-1)!;
  for (const source of paths.slice(0, -1)) {
    if (from === undefined) {
      copyContext(workFolder);
      continue;
    }
    const path = join(roots.get(from)!, source);
    const base = target.startsWith('/') ? join(root, target) : join(workFolder, target);
    const place = target.endsWith('/') ? join(base, basename(source)) : base;
    cpSync(path, place, { recursive: true, verbatimSymlinks: true });
    if (owner !== undefined) {
      const [uid, gid] = owner.split(':').map(Number);
      chownSync(place, uid!, gid!);
    }
  }
}

/** Copies what .dockerignore leaves of the repository. */
function copyContext(target: string): void {
  const ignored = readFileSync(repositoryFile('.dockerignore'), 'utf8').split('\n');
  const root = repositoryFile('.');
  cpSync(root, target, {
    recursive: true,
    filter: (source) => !ignored.includes(source.slice(root.length).replace(/^\//, '')) || source === root,
  });
}

/** Runs the image with a read-only /content. */
async function use(root: string, base: readonly Mount[]): Promise<void> {
  const content = join(folder, 'content');
  mkdirSync(content);
  writeFileSync(join(content, 'index.md'), '# Home\n\nWelcome.\n');
  mkdirSync(join(root, 'content'), { recursive: true });
  const mounts: readonly Mount[] = [...base, [content, '/content']];
  const user = lastOf(image, 'USER');
  if (user === null || user.startsWith('0') || user.startsWith('root')) faults.push(`the image runs as ${user}`);
  const port = await freePort();
  const environment = { ...variablesOf(image), CATCHWORD_PORT: String(port), HOME: '/home/nonroot' };
  const inside = (command: readonly string[]) =>
    inChroot({ root, folder: lastOf(image, 'WORKDIR') ?? '/', user, mounts, command });

  const [program, ...args] = inside([...wordsOf(lastOf(image, 'ENTRYPOINT')!), ...wordsOf(lastOf(image, 'CMD')!)]);
  const server = spawn(program!, args, { env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  server.stderr.on('data', (text) => (said += text));
  try {
    await untilListening(server, () => said);
    await examine(port, root);
    const health = run('/', inside(wordsOf(lastOf(image, 'HEALTHCHECK')!)), environment);
    if (health.code !== 0) faults.push(`the health check ended with ${health.code}: ${health.err}`);
  } finally {
    const ended = once(server, 'exit');
    if (server.exitCode === null) server.kill('SIGTERM');
    const [code] = server.exitCode === null ? await ended : [server.exitCode];
    if (code !== 143) faults.push(`the server ended with ${code} on SIGTERM: ${said}`);
  }
  const late = run('/', inside(wordsOf(lastOf(image, 'HEALTHCHECK')!)), environment);
  if (late.code !== 1) faults.push(`the health check ended with ${late.code} when no server ran`);
}

async function untilListening(server: ChildProcess, said: () => string): Promise<void> {
  await Promise.race([
    once(createInterface({ input: server.stdout! }), 'line'),
    once(server, 'exit').then(([code]) => Promise.reject(new Error(`the server ended with ${code}: ${said()}`))),
  ]);
}

async function examine(port: number, root: string): Promise<void> {
  const origin = `http://127.0.0.1:${port}`;
  const page = await fetch(`${origin}/api/pages/index`);
  if (page.status !== 200) faults.push(`a page is answered ${page.status}`);
  const posted = await fetch(`${origin}/api/feedback`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': 'one' },
    body: '{"kind":"other","severity":"low","message":"Good."}',
  });
  if (posted.status !== 201) faults.push(`feedback is answered ${posted.status}`);
  const store = join(root, 'data', 'feedback.db');
  if (!existsSync(store)) faults.push('there is no feedback store in /data');
  else if (statSync(store).uid !== 65532) faults.push(`the feedback store belongs to ${statSync(store).uid}`);
}
