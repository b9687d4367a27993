import { parentPort, workerData } from 'node:worker_threads';
import type { SiteContext } from '../content/site/site_context.ts';
import { TermNumbers } from '../corpus/analysis/term_numbers.ts';
import { analyseFiles, type FileToAnalyse } from './analyse_files.ts';

const { root, within, context } = workerData as { root: string; within: string; context: SiteContext };
const numbers = new TermNumbers();

parentPort!.on('message', (files: readonly FileToAnalyse[]) => {
  parentPort!.postMessage(analyseFiles(root, within, context, files, numbers));
});
