import { Worker } from 'node:worker_threads';
import { startsOf } from '../corpus/artefact/number_lists.ts';
import type { MapLayout } from '../corpus/map/lay_out_map.ts';
import type { SpaceProblem } from '../corpus/space/build_space.ts';
import type { DenseRows } from '../corpus/space/factor_rows.ts';
import type { HelperTask } from './helper_worker.ts';

/** A thread for what needs much time and few data, so that the thread that bakes does other work meanwhile. */
export type HelperThread = ReturnType<typeof startHelperThread>;

/** Its tasks are done in order. When the thread fails, all of them do, and all later ones. */
export function startHelperThread() {
  const worker = new Worker(new URL('./helper_worker.ts', import.meta.url));
  const waiting: { resolve(result: unknown): void; reject(error: unknown): void }[] = [];
  worker.on('message', (result) => waiting.shift()!.resolve(result));
  let failure: unknown = null;
  worker.on('error', (error) => {
    failure = error;
    for (const { reject } of waiting.splice(0)) reject(error);
  });
  const solve = <Result>(task: HelperTask): Promise<Result> => {
    if (failure !== null) return Promise.reject(failure);
    const result = new Promise((resolve, reject) => waiting.push({ resolve, reject }));
    // Its caller may be in a longer task when the thread fails.
    result.catch(() => {});
    worker.postMessage(task);
    return result as Promise<Result>;
  };
  return {
    solveSpace: (space: SpaceProblem) => solve<DenseRows>({ kind: 'space', space }),
    /** `layOutMap` of the same arguments. */
    layOutMap(links: readonly (readonly number[])[], groups: readonly number[]) {
      const starts = startsOf(links.map(({ length }) => length));
      const all = new Uint32Array(starts.at(-1)!);
      links.forEach((targets, page) => {
        all.set(targets, starts[page]!);
      });
      return solve<MapLayout>({ kind: 'map', map: { links: all, starts, groups: Uint32Array.from(groups) } });
    },
    close: () => worker.terminate(),
  };
}
