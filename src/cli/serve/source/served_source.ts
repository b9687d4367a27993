import { Worker } from 'node:worker_threads';
import { openBudget } from '../../../cache/cache_budget.ts';
import type { SharedBytes } from '../../../corpus/artefact/shared_bytes.ts';
import { closeFile, readAhead } from '../../../corpus/load_artefact.ts';
import { createPublicAbout, type PublicAbout } from '../../../feedback/public_feedback.ts';
import type { Observe } from '../../../observation/observation.ts';
import { isFolder } from '../../check_paths.ts';
import { failed } from '../../command_error.ts';
import { artefactSubjects, openSource, type ReceiveReport } from '../../open_source.ts';
import type { ServeFlags } from '../../options.ts';
import type { SearchSettings } from '../../settings/search_settings.ts';
import type { Environment, Terminal } from '../../terminal.ts';
import type { LiveServer } from '../live_server.ts';
import { collectGarbage } from '../process_memory.ts';
import { callerOf } from '../thread_calls.ts';
import type { OpenSourceFunctions } from './open_source_thread.ts';
import { type BuildSource, createReloads, type Reloads, watchFile } from './reloads.ts';
import { isSameBuild, openEngine, type SharedBuild, shareBuild } from './shared_build.ts';

/** The current build and the values of it that this thread needs. A swap changes it in place, so that the old build can be freed. */
export interface OpenedBuild {
  build: SharedBuild;
  subjects: PublicAbout;
  readonly pages: number;
  readonly collections: number;
}

/** Where builds come from: an artefact, a folder, or an alias of a cluster. */
interface ServedSource {
  readonly opened: OpenedBuild;
  /** Memory of the build. */
  readonly bytes: number;
  /** Swaps to new builds. */
  follow(server: LiveServer, observe: Observe): Reloads;
  /** Reads all of the first build in the background; null when it is in memory already. */
  read(observe: Observe): { stop(): void } | null;
  /** Releases the build, after the last request is answered. */
  release(): Promise<void>;
}

/**
 * Opens the first build of a source.
 * @param search null: the source is an artefact, or a folder that is baked first
 * @throws CommandError when there is no build that can be served
 */
export async function openServedSource(
  search: SearchSettings | null,
  source: string,
  flags: ServeFlags,
  terminal: Terminal,
  printSummary: ReceiveReport,
): Promise<ServedSource> {
  if (search !== null) return openAlias(search, source, flags, terminal.environment);
  const corpus = await openSource(source, flags, terminal, printSummary, { isServed: true });
  const first = shareBuild(corpus);
  const { bytes, kept } = first.shared;
  return {
    opened: {
      build: first,
      subjects: artefactSubjects(corpus),
      pages: corpus.pages.count,
      collections: corpus.settings.collections.length,
    },
    bytes: bytes.byteLength + kept.byteLength,
    follow(server, observe) {
      const reloads = createReloads(openInThread(source, flags, terminal.environment), server, first, observe);
      // A folder changes with every file that its author saves, so it is baked again only on SIGHUP.
      if (isFolder(source)) return reloads;
      const onLost = (reason: string) => observe({ kind: 'watch-lost', source, reason });
      const watch = watchFile(source, reloads.request, onLost);
      return {
        request: reloads.request,
        close() {
          watch.close();
          return reloads.close();
        },
      };
    },
    read: (observe) => readInBackground(first.shared, observe),
    release: async () => undefined,
  };
}

/** Opens the source again on a thread of its own. */
function openInThread(source: string, flags: ServeFlags, environment: Environment): BuildSource<SharedBuild> {
  const call = callerOf<OpenSourceFunctions>();
  let thread: Worker | null = null;
  return {
    name: source,
    isPolled: false,
    async next(served) {
      thread = new Worker(new URL('./open_source_thread.ts', import.meta.url));
      let reason = 'the thread that opened it ended, probably because memory ran out';
      thread.on('error', (error: Error) => {
        reason = error.message;
      });
      const reply = await call(thread, 'open', [source, flags, { ...environment }], null);
      await thread.terminate();
      if (reply.end === 'result') return isSameBuild(reply.result, served) ? null : reply.result;
      throw failed(reply.end === 'fault' ? reply.fault : `Cannot open "${source}": ${reason}`);
    },
    onLooked: () => void setImmediate(collectGarbage),
    async stop() {
      await thread?.terminate();
    },
  };
}

async function openAlias(
  search: SearchSettings,
  source: string,
  flags: ServeFlags,
  environment: Environment,
): Promise<ServedSource> {
  // Loaded only by servers that use a cluster.
  const { createAliasSource } = await import('./follow_alias.ts');
  const alias = createAliasSource(search, source, flags, environment);
  const first = await alias.open();
  const { settings } = await openEngine(first, openBudget(0));
  return {
    opened: {
      build: first,
      subjects: await subjectsOf(first),
      pages: first.cluster.meta.pages,
      collections: settings.collections.length,
    },
    bytes: first.cluster.parts.reduce((sum, { length }) => sum + length, 0),
    follow: (server, observe) => alias.follow(server, first, observe),
    read: () => null,
    release: alias.release,
  };
}

/** The public subjects of feedback on the site of a build. */
export async function subjectsOf(build: SharedBuild): Promise<PublicAbout> {
  return createPublicAbout(await openEngine(build, openBudget(0)));
}

/**
 * Reads the rest of the served artefact between other events, less than a millisecond at a time, and then closes its
 * file. After that, changes to the file do not matter, and any damage in it has been reported.
 */
export function readInBackground(shared: SharedBytes, observe: Observe): { stop(): void } {
  if (shared.file === null) return { stop() {} };
  const steps = readAhead(shared);
  let next = setImmediate(read);

  function read(): void {
    try {
      const isRead = steps.next().done === true;
      if (!isRead || !closeFile(shared)) next = setImmediate(read);
    } catch (error) {
      observe({ kind: 'content-damaged', reason: (error as Error).message });
    }
  }

  return { stop: () => clearImmediate(next) };
}
