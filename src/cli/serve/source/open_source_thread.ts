/** Opens a source on a separate thread, so that reading, verifying or baking it does not block answers. */
import { parentPort, workerData } from 'node:worker_threads';
import { loadWholeArtefact } from '../../../corpus/load_artefact.ts';
import type { BakeFlags } from '../../build/bake_content.ts';
import { explainFailure } from '../../explain_failure.ts';
import { openSource } from '../../open_source.ts';
import type { Terminal } from '../../terminal.ts';
import { type SharedBuild, shareBuild } from './shared_build.ts';

export interface OpenSourceData {
  readonly source: string;
  readonly flags: BakeFlags;
  readonly environment: Terminal['environment'];
}

export type OpenedInThread = { readonly build: SharedBuild } | { readonly fault: string };

if (parentPort !== null) parentPort.postMessage(await open(workerData as OpenSourceData));

async function open({ source, flags, environment }: OpenSourceData): Promise<OpenedInThread> {
  const silent: Terminal = { environment, out() {}, err() {}, outIsTerminal: false, errIsTerminal: false };
  try {
    return { build: shareBuild(await openSource(source, flags, silent, () => {}, loadWholeArtefact)) };
  } catch (error) {
    return { fault: explainFailure(error).message };
  }
}
