import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { must } from './command.ts';

/** A command inside a root folder. */
export interface ChrootOptions {
  readonly root: string;
  /** Working folder inside the root. */
  readonly folder: string;
  /** `uid:gid`; default root. */
  readonly user?: string | null;
  /** Folders of this machine that appear in the root, read-only. */
  readonly mounts: readonly Mount[];
  readonly command: readonly string[];
}

export type Mount = readonly [from: string, to: string];

/**
 * The command line that runs a command as a container runtime would, in a mount namespace of its own, so that nothing stays
 * mounted after it. The process is the command itself, so signals reach it. Needs root.
 */
export function inChroot({ root, folder, user = null, mounts, command }: ChrootOptions): string[] {
  const [uid, gid] = user?.split(':') ?? [];
  const identity = uid === undefined ? '' : `--setgid=${gid} --setuid=${uid}`;
  const steps = [
    ...mounts.map(([from, to]) => `mount --rbind ${quote(from)} ${quote(join(root, to))}`),
    ...mounts.filter(([, to]) => to !== '/dev').map(([, to]) => `mount -o remount,bind,ro ${quote(join(root, to))}`),
    `mount -t proc proc ${quote(join(root, 'proc'))}`,
    `exec unshare --root=${quote(root)} --wd=${quote(folder)} ${identity} -- "$@"`,
  ];
  return ['unshare', '--mount', 'sh', '-ec', steps.join('\n'), 'sh', ...command];
}

/** A root with this machine's own system and a Node, in place of the image of a build stage. */
export function makeSystemRoot(root: string, node: string): readonly Mount[] {
  for (const name of ['usr', 'etc', 'proc', 'dev', 'tmp', 'root', 'node/bin'])
    mkdirSync(join(root, name), { recursive: true });
  for (const name of ['bin', 'sbin', 'lib', 'lib64']) symlinkSync(`usr/${name}`, join(root, name));
  copyFileSync(node, join(root, 'node', 'bin', 'node'));
  return [
    ['/usr', '/usr'],
    ['/etc', '/etc'],
    ['/dev', '/dev'],
  ];
}

/** Libraries of libc6 that Node itself does not need. Distroless images have the whole package. */
const restOfLibc = ['librt.so.1', 'libresolv.so.2', 'libnss_dns.so.2', 'libnss_files.so.2'];

/** A root with a Node, the libraries of C, and nothing else, in place of a distroless image. */
export function makeBareRoot(root: string, node: string): readonly Mount[] {
  for (const name of ['nodejs/bin', 'etc', 'proc', 'dev', 'tmp']) mkdirSync(join(root, name), { recursive: true });
  must('/', ['chmod', '1777', join(root, 'tmp')]);
  copyFileSync(node, join(root, 'nodejs', 'bin', 'node'));
  const needed = [...must('/', ['ldd', node]).matchAll(/(\/\S+\.so\S*)/g)].map(([, library]) => library!);
  const libc = needed.find((library) => library.endsWith('/libc.so.6'))!;
  for (const library of [...needed, ...restOfLibc.map((name) => join(dirname(libc), name))]) {
    mkdirSync(join(root, dirname(library)), { recursive: true });
    copyFileSync(library, join(root, library));
  }
  writeFileSync(join(root, 'etc', 'passwd'), 'nonroot:x:65532:65532:nonroot:/home/nonroot:/sbin/nologin\n');
  return [['/dev', '/dev']];
}

function quote(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
