import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, isAbsolute, join, resolve } from 'node:path';
import { isWithin, readRegularFile } from '../../content/files/regular_file.ts';

/** Larger than the packed references of any repository. */
const LARGEST_FILE = 256 * 1024 * 1024;
/** Milliseconds for one git command. */
const DEADLINE = 60_000;

/**
 * Settings that say how git compares files. It may take them from the user's and the repository's configuration, as none of
 * them names a program.
 */
const COMPARING: ReadonlySet<string> = new Set([
  ...['core.autocrlf', 'core.eol', 'core.filemode', 'core.symlinks', 'core.ignorecase', 'core.precomposeunicode'],
  ...['core.trustctime', 'core.checkstat', 'core.longpaths'],
  ...['core.sparsecheckout', 'core.sparsecheckoutcone', 'sparse.expectfilesoutsideofpatterns'],
]);

/** Settings of the same kind that name a file. Git would read a device without end. */
const COMPARING_FILES: ReadonlySet<string> = new Set(['core.excludesfile', 'core.attributesfile']);

/** Formats of a repository that git must be told, by what the repository says. */
const FORMATS: Readonly<Record<string, readonly string[]>> = {
  'extensions.objectformat': ['sha1', 'sha256'],
  'extensions.refstorage': ['files', 'reftable'],
};

/** What git needs of this program's environment: where it and the user's settings are. Variables of git itself are left out. */
const ENVIRONMENT = ['HOME', 'XDG_CONFIG_HOME', 'USERPROFILE', 'HOMEDRIVE', 'HOMEPATH', 'PROGRAMDATA', 'SYSTEMROOT'];

/** Its message is why a repository cannot be read, as the end of a sentence. */
export class UnreadableRepository extends Error {}

/**
 * A git directory of ours that stands in for that of a checkout: the same commit, objects, index and rules of what is ignored,
 * but a configuration that names no program. Git would start what the configuration of a repository names, and a folder of
 * Markdown from elsewhere may have one.
 */
export class StandInRepository {
  readonly #workTree: string;
  readonly #folder: string;
  readonly #links: string[] = [];
  readonly #environment: Readonly<Record<string, string>>;
  #settings: readonly string[] = [];

  /**
   * @param workTree real path of a folder that contains `.git`
   * @param project real path of the checkout that it is part of, from which no program is started
   * @throws UnreadableRepository, or the system's error
   */
  constructor(workTree: string, project: string) {
    const { own, common } = gitFolders(workTree);
    this.#workTree = workTree;
    this.#folder = mkdtempSync(join(realpathSync(tmpdir()), 'catchword-git-'));
    this.#environment = {
      ...pick(ENVIRONMENT),
      PATH: pathOutside([project, workTree]),
      GIT_DIR: this.#folder,
      GIT_WORK_TREE: workTree,
      GIT_INDEX_FILE: join(own, 'index'),
      GIT_OBJECT_DIRECTORY: join(common, 'objects'),
      // The index of the checkout is never written.
      GIT_OPTIONAL_LOCKS: '0',
    };
    try {
      this.#build(own, common);
    } catch (error) {
      this.remove();
      throw error;
    }
  }

  /**
   * The output of a git command.
   * @throws UnreadableRepository
   */
  git(args: readonly string[], input = ''): string {
    // Settings of the user and the system are in `#settings`.
    return this.#run([...this.#settings, ...args], input, { GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' });
  }

  remove(): void {
    // First, so that nothing can follow them.
    for (const link of this.#links.splice(0)) unlinkSync(link);
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** The form is that of a linked worktree, whose references may be in two folders. */
  #build(own: string, common: string): void {
    const shared = join(this.#folder, 'common');
    mkdirSync(shared);
    writeFileSync(join(this.#folder, 'commondir'), 'common\n');
    writeFileSync(join(this.#folder, 'HEAD'), textOf(join(own, 'HEAD')));
    if (existsSync(join(common, 'packed-refs'))) {
      writeFileSync(join(shared, 'packed-refs'), textOf(join(common, 'packed-refs')));
    }
    this.#link(join(own, 'reftable'), join(this.#folder, 'reftable'));
    for (const name of ['refs', 'reftable', 'info']) this.#link(join(common, name), join(shared, name));
    for (const name of readdirSync(own)) {
      if (name.startsWith('sharedindex.')) this.#link(join(own, name), join(this.#folder, name));
    }
    this.#configure(join(shared, 'config'), own, common);
  }

  #link(target: string, path: string): void {
    if (!existsSync(target)) return;
    symlinkSync(target, path, statSync(target).isDirectory() ? 'junction' : 'file');
    this.#links.push(path);
  }

  #configure(file: string, own: string, common: string): void {
    const base = '[core]\n\trepositoryformatversion = 1\n\tbare = false\n[extensions]\n';
    writeFileSync(file, base);
    const settings = settingsIn(this.#run(['config', '--list', '-z']));
    const read = (path: string) => {
      // Git parses the text, without the files that it includes.
      const listed = this.#run(['config', '--file', '-', '--no-includes', '--list', '-z'], textOf(path));
      for (const [name, value] of settingsIn(listed)) settings.set(name, value);
    };
    read(join(common, 'config'));
    if (settings.get('extensions.worktreeconfig') === 'true' && existsSync(join(own, 'config.worktree'))) {
      read(join(own, 'config.worktree'));
    }
    const formats = Object.entries(FORMATS).flatMap(([name, known]) => {
      const value = settings.get(name)?.toLowerCase();
      return value !== undefined && known.includes(value) ? [`\t${name.split('.')[1]} = ${value}\n`] : [];
    });
    writeFileSync(file, base + formats.join(''));
    const isTaken = (name: string, value: string) =>
      COMPARING.has(name) || (COMPARING_FILES.has(name) && this.#isRegularFile(value));
    this.#settings = [...settings].flatMap(([name, value]) => (isTaken(name, value) ? ['-c', `${name}=${value}`] : []));
  }

  /** @param path as git reads it: from the home folder with `~/`, else from the top of the checkout */
  #isRegularFile(path: string): boolean {
    const home = this.#environment.HOME ?? this.#environment.USERPROFILE ?? '';
    const file = path.startsWith('~/') ? join(home, path.slice(2)) : resolve(this.#workTree, path);
    return statSync(file, { throwIfNoEntry: false })?.isFile() === true;
  }

  #run(args: readonly string[], input = '', more: Readonly<Record<string, string>> = {}): string {
    try {
      // In a folder of ours, as some systems look for a program in the current one first.
      return execFileSync('git', args, {
        ...{ cwd: this.#folder, env: { ...this.#environment, ...more }, input, encoding: 'utf8' },
        ...{ stdio: ['pipe', 'pipe', 'ignore'], maxBuffer: 2 ** 28, timeout: DEADLINE, killSignal: 'SIGKILL' },
      });
    } catch (error) {
      const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
      throw new UnreadableRepository(isMissing ? 'git is not installed' : `git cannot read "${this.#workTree}"`);
    }
  }
}

/** The git directory of a checkout, and the one that it shares with other worktrees. */
function gitFolders(workTree: string): { readonly own: string; readonly common: string } {
  const path = join(workTree, '.git');
  let own = path;
  if (!statSync(path).isDirectory()) {
    const [, named] = /^gitdir: (.+?)[\r\n]*$/.exec(textOf(path)) ?? [];
    if (named === undefined) throw new UnreadableRepository(`"${path}" does not point to a git directory`);
    own = resolve(workTree, named);
  }
  const shared = join(own, 'commondir');
  return { own, common: existsSync(shared) ? resolve(own, textOf(shared).trimEnd()) : own };
}

function textOf(file: string): string {
  const { bytes, refusal } = readRegularFile(file, { bytes: LARGEST_FILE, within: null });
  if (bytes === null) throw new UnreadableRepository(`"${file}" cannot be read: ${refusal}`);
  return bytes.toString();
}

/** The last value of each setting that `git config --list -z` prints. A setting without a value is true. */
function settingsIn(listed: string): Map<string, string> {
  return new Map(
    listed
      .split('\0')
      .filter((entry) => entry !== '')
      .map((entry): [string, string] => {
        const end = entry.indexOf('\n');
        return end < 0 ? [entry, 'true'] : [entry.slice(0, end), entry.slice(end + 1)];
      }),
  );
}

function pick(names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
}

/** The folders of programs that are in none of the checkouts, wherever this program was started. */
function pathOutside(checkouts: readonly string[]): string {
  const isOutside = (folder: string) => !checkouts.some((checkout) => isWithin(folder, checkout));
  const folders = (process.env.PATH ?? '').split(delimiter).filter(isAbsolute);
  return folders.filter((folder) => existsSync(folder) && isOutside(realpathSync(folder))).join(delimiter);
}
