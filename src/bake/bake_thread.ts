import { Worker, type WorkerOptions } from 'node:worker_threads';
import type { BakeTasks } from './bake_tasks.ts';

/** A thread that does tasks of a bake in order, so that the thread that bakes does other work meanwhile. */
export interface BakeThread {
  /** When the thread fails, all its tasks do, and all later ones. */
  run<Name extends keyof BakeTasks>(
    name: Name,
    input: Parameters<BakeTasks[Name]>[0],
  ): Promise<ReturnType<BakeTasks[Name]>>;
  close(): Promise<unknown>;
}

/** @param options `workerData`: the place of files to analyse */
export function startBakeThread(options: WorkerOptions = {}): BakeThread {
  const worker = new Worker(new URL('./bake_tasks.ts', import.meta.url), options);
  const waiting: PromiseWithResolvers<never>[] = [];
  let failure: unknown = null;
  worker.on('message', (result) => waiting.shift()!.resolve(result as never));
  worker.on('error', (error) => {
    failure = error;
    for (const { reject } of waiting.splice(0)) reject(error);
  });
  return {
    run(...task) {
      if (failure !== null) return Promise.reject(failure);
      const result = Promise.withResolvers<never>();
      // Its caller may be in a longer task when the thread fails.
      result.promise.catch(() => {});
      waiting.push(result);
      worker.postMessage(task);
      return result.promise;
    },
    close: () => worker.terminate(),
  };
}
