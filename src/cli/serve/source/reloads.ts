import { Worker } from 'node:worker_threads';
import type { Observation, Observe } from '../../../observation/observation.ts';
import type { LiveServer } from '../live_server.ts';
import { collectGarbage } from '../process_memory.ts';
import type { OpenedInThread, OpenSourceData } from './open_source_thread.ts';
import { isSameBuild, type SharedBuild } from './shared_build.ts';

export interface Reloads {
  /** Opens the source again and swaps to it. Requests during a reload are merged into one more reload after it. */
  request(): void;
  close(): Promise<void>;
}

/** Reloads the source into a running server. A source that cannot be opened is reported and changes nothing. */
export function createReloads(
  source: OpenSourceData,
  server: LiveServer,
  first: SharedBuild,
  observe: Observe,
): Reloads {
  let served = first;
  let thread: Worker | null = null;
  let again = false;
  let closed = false;

  async function reload(): Promise<void> {
    do {
      again = false;
      const opened = await openInThread();
      if (closed) break;
      observe('fault' in opened ? refused(opened.fault) : await serve(opened.build));
      setImmediate(collectGarbage);
    } while (again);
    thread = null;
  }

  async function serve(build: SharedBuild): Promise<Observation> {
    if (isSameBuild(build, served)) return { kind: 'build-unchanged', source: source.source };
    try {
      await server.swap(build);
    } catch (error) {
      return refused((error as Error).message);
    }
    served = build;
    return { kind: 'build-swapped', source: source.source, ...build.stamps };
  }

  function openInThread(): Promise<OpenedInThread> {
    const opening = new Worker(new URL('./open_source_thread.ts', import.meta.url), { workerData: source });
    thread = opening;
    return new Promise((resolve) => {
      opening.once('message', resolve);
      opening.once('error', (error: Error) => resolve({ fault: `Cannot open "${source.source}": ${error.message}` }));
      opening.once('exit', () =>
        resolve({ fault: `Cannot open "${source.source}": its thread ended, probably out of memory` }),
      );
    });
  }

  return {
    request() {
      if (closed) return;
      again = true;
      if (thread === null) void reload();
    },
    async close() {
      closed = true;
      await thread?.terminate();
    },
  };
}

/** Joins the reason into one line: configuration errors have several. */
function refused(reason: string): Observation {
  return { kind: 'build-refused', reason: reason.replaceAll(/\s*\n\s*/g, ' ').replace(/\.$/, '') };
}
