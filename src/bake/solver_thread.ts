import { Worker } from 'node:worker_threads';
import { packNumberLists } from '../corpus/artefact/number_lists.ts';
import type { MapLayout } from '../corpus/map/lay_out_map.ts';
import type { SpaceProblem } from '../corpus/space/build_space.ts';
import type { DenseRows } from '../corpus/space/sparse_rows.ts';
import type { SolverTask } from './solver_worker.ts';

/** A thread for computations that need much time and few data, so that this thread does other work meanwhile. */
export interface SolverThread {
  solveSpace(problem: SpaceProblem): Promise<DenseRows>;
  /** `layOutMap` of the same arguments. */
  layOutMap(links: readonly (readonly number[])[], groups: readonly number[]): Promise<MapLayout>;
  close(): Promise<unknown>;
}

/** Its tasks are done in order. When the thread fails, all of them do. */
export function startSolverThread(): SolverThread {
  const worker = new Worker(new URL('./solver_worker.ts', import.meta.url));
  const waiting: { resolve(result: unknown): void; reject(error: Error): void }[] = [];
  worker.on('message', (result) => waiting.shift()!.resolve(result));
  worker.on('error', (error) => {
    for (const { reject } of waiting.splice(0)) reject(error as Error);
  });
  const solve = async <Result>(task: SolverTask): Promise<Result> => {
    const result = new Promise((resolve, reject) => waiting.push({ resolve, reject }));
    worker.postMessage(task);
    return (await result) as Result;
  };
  return {
    solveSpace: (space) => solve({ space }),
    layOutMap(links, groups) {
      const [[, numbers], [, starts]] = packNumberLists('links', links) as [
        [string, Uint32Array],
        [string, Uint32Array],
      ];
      return solve({ map: { links: numbers, starts, groups: Uint32Array.from(groups) } });
    },
    close: () => worker.terminate(),
  };
}
