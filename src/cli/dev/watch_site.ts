/** Watches the files of a site, and gathers their edits. */

import { basename, dirname, relative, resolve, sep } from 'node:path';
import { type FSWatcher, watch } from 'chokidar';
import { type IgnoreRules, readIgnoreRules } from '../../content/files/ignore_rules.ts';
import { openProject } from '../../content/files/project.ts';

/** Milliseconds without a further change after which a batch is complete. */
const quietTime = 20;
/** Milliseconds after which a batch is complete even if there are further changes. */
const longestWait = 250;
/** A batch of more paths is handled as "anything may have changed". */
const mostPaths = 5_000;

/** Paths that changed together; null: any file may have changed. */
export type Edits = readonly string[] | null;

/**
 * Collects changes into batches, because one save of an editor is several changes. Batches are handled one after the
 * other; changes meanwhile go into the next one.
 * @param handle must not reject
 * @param since milliseconds of `performance.now()` at the first change of the batch
 */
export function gatherEdits(handle: (edits: Edits, since: number) => Promise<void>) {
  let paths = new Set<string>();
  let isAny = false;
  let since: number | null = null;
  let timer: NodeJS.Timeout | null = null;
  let isHandling = false;

  async function flush(): Promise<void> {
    timer = null;
    if (isHandling || since === null) return;
    const edits = isAny ? null : [...paths];
    const began = since;
    paths = new Set();
    isAny = false;
    since = null;
    isHandling = true;
    await handle(edits, began);
    isHandling = false;
    if (since !== null) wait();
  }

  function wait(): void {
    if (timer !== null) clearTimeout(timer);
    const left = since! + longestWait - performance.now();
    timer = setTimeout(() => void flush(), Math.max(0, Math.min(quietTime, left)));
  }

  return {
    /** Records that a path changed, or with null that any file may have changed. */
    note(path: string | null): void {
      since ??= performance.now();
      if (path === null || paths.size >= mostPaths) {
        isAny = true;
        paths.clear();
      } else if (!isAny) paths.add(path);
      if (!isHandling) wait();
    },
    stop(): void {
      if (timer !== null) clearTimeout(timer);
      timer = null;
      since = null;
    },
  };
}

interface WatchOptions {
  /** Watched with all folders below it, but for those that git ignores and those that never hold content. */
  readonly folder: string;
  /** Interval of checking every file, in milliseconds; null when the system reports changes. */
  readonly poll: number | null;
  /** Called for each file or folder that was added, changed or removed. @param path absolute */
  onChange(path: string): void;
  /** Called once, when all folders are watched. A change before that may have been missed. */
  onReady(): void;
  /** Called when the system refuses to watch, so that changes are missed from then on. */
  onRefused(reason: string): void;
}

const NOT_CONTENT = new Set(['.git', 'node_modules', '.cache', '.next', '.nuxt', '.astro', '.docusaurus', '.venv']);

/** Watches the files that a bake of a folder may read. It does not follow symbolic links, as a bake does not. */
export function watchSite({ folder, poll, onChange, onReady, onRefused }: WatchOptions) {
  const top = resolve(folder);
  const others = new Set<string>();
  const isIgnored = ignoredPaths(top, others);
  const watcher: FSWatcher = watch(top, {
    ignored: (path, stats) => isIgnored(resolve(path), stats?.isDirectory() ?? null),
    ignoreInitial: true,
    ignorePermissionErrors: true,
    followSymlinks: false,
    ...(poll === null ? {} : { backend: 'polling', pollingInterval: poll, pollingBinaryInterval: 4 * poll }),
  });
  let refused = false;
  watcher
    .on('all', (_event, path) => onChange(resolve(path)))
    .on('ready', onReady)
    .on('error', (error) => {
      if (refused) return;
      refused = true;
      onRefused((error as NodeJS.ErrnoException).code ?? String(error));
    });
  return {
    /** Watches files outside the folder too. @param files absolute paths, of files that need not exist */
    add(files: readonly string[]): void {
      const added = files.filter((file) => !others.has(file));
      for (const file of added) others.add(file);
      if (added.length > 0) watcher.add(added);
    },
    close: () => watcher.close(),
  };
}

/**
 * A check whether a path need not be watched. The folders above the path have passed it before.
 * @param always paths that are never ignored
 */
function ignoredPaths(top: string, always: ReadonlySet<string>): (path: string, isFolder: boolean | null) => boolean {
  const project = openProject(top);
  const rules = new Map<string, IgnoreRules>([['', readIgnoreRules(project, top)]]);
  /** The rules for what is in a folder, which is relative to the top. */
  const rulesIn = (folder: string): IgnoreRules => {
    let known = rules.get(folder);
    if (known === undefined) {
      known = rulesIn(parentOf(folder)).below(folder);
      rules.set(folder, known);
    }
    return known;
  };
  return (path, isFolder) => {
    if (path === top || always.has(path)) return false;
    const place = relative(top, path).split(sep).join('/');
    if (place.startsWith('..')) return false;
    if (NOT_CONTENT.has(basename(place))) return true;
    // A pattern may hold for folders only, so the kind of file must be known.
    return isFolder !== null && rulesIn(parentOf(place)).ignores(place, isFolder);
  };
}

function parentOf(place: string): string {
  const parent = dirname(place);
  return parent === '.' ? '' : parent;
}
