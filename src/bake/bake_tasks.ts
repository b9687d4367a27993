/** What a thread of a bake runs (`bake_thread.ts`). */
import { parentPort, workerData } from 'node:worker_threads';
import { TermNumbers } from '../corpus/analysis/term_numbers.ts';
import { layOutMap } from '../corpus/map/lay_out_map.ts';
import { solveSpace } from '../corpus/space/build_space.ts';
import { analyseFiles, type FileToAnalyse, type SourcePlace } from './analyse_files.ts';

const numbers = new TermNumbers();

const tasks = {
  /** Reads and analyses files of the place that the thread was started for. Terms have numbers of this thread. */
  analyse: (files: readonly FileToAnalyse[]) => analyseFiles(workerData as SourcePlace, files, numbers),
  layOutMap: ([links, groups]: Readonly<Parameters<typeof layOutMap>>) => layOutMap(links, groups),
  solveSpace,
};

export type BakeTasks = typeof tasks;
export type BakeTask = {
  [Name in keyof BakeTasks]: [name: Name, input: Parameters<BakeTasks[Name]>[0]];
}[keyof BakeTasks];

parentPort!.on('message', ([name, input]: BakeTask) => {
  parentPort!.postMessage((tasks[name] as (input: unknown) => unknown)(input));
});
