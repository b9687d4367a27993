import { type Transferable, Worker } from 'node:worker_threads';
import { startsOf } from '../corpus/artefact/number_lists.ts';
import type { MapLayout } from '../corpus/map/lay_out_map.ts';
import type { SpaceProblem } from '../corpus/space/build_space.ts';
import type { DenseRows } from '../corpus/space/sparse_rows.ts';
import type { HelperTask } from './helper_worker.ts';
import type { JoinedBytes } from './joined_bytes.ts';

/** A thread for what needs much time and few data, so that the thread that bakes does other work meanwhile. */
export interface HelperThread {
  /** Compresses blocks. Takes their memory. */
  packBlocks(blocks: JoinedBytes): Promise<JoinedBytes>;
  solveSpace(problem: SpaceProblem): Promise<DenseRows>;
  /** `layOutMap` of the same arguments. */
  layOutMap(links: readonly (readonly number[])[], groups: readonly number[]): Promise<MapLayout>;
  close(): Promise<unknown>;
}

/** Its tasks are done in order. When the thread fails, all of them do, and all later ones. */
export function startHelperThread(): HelperThread {
  const worker = new Worker(new URL('./helper_worker.ts', import.meta.url));
  const waiting: { resolve(result: unknown): void; reject(error: unknown): void }[] = [];
  worker.on('message', (result) => waiting.shift()!.resolve(result));
  let failure: unknown = null;
  worker.on('error', (error) => {
    failure = error;
    for (const { reject } of waiting.splice(0)) reject(error);
  });
  const solve = <Result>(task: HelperTask, transferred: readonly Transferable[] = []): Promise<Result> => {
    if (failure !== null) return Promise.reject(failure);
    const result = new Promise((resolve, reject) => waiting.push({ resolve, reject }));
    // Its caller may be in a longer task when the thread fails.
    result.catch(() => {});
    worker.postMessage(task, transferred);
    return result as Promise<Result>;
  };
  return {
    packBlocks: (blocks) => solve({ kind: 'blocks', blocks }, [blocks.bytes.buffer]),
    solveSpace: (space) => solve({ kind: 'space', space }),
    layOutMap(links, groups) {
      const starts = startsOf(links.map(({ length }) => length));
      const all = new Uint32Array(starts.at(-1)!);
      links.forEach((targets, page) => {
        all.set(targets, starts[page]!);
      });
      return solve({ kind: 'map', map: { links: all, starts, groups: Uint32Array.from(groups) } });
    },
    close: () => worker.terminate(),
  };
}
