/** Opens a source on a separate thread, so that reading, verifying or baking it does not block answers. */
import { parentPort, workerData } from 'node:worker_threads';
import { loadWholeArtefact } from '../../../corpus/load_artefact.ts';
import { explainFailure } from '../../command_error.ts';
import { openSource } from '../../open_source.ts';
import type { BakeFlags } from '../../options.ts';
import { silentTerminal, type Terminal } from '../../terminal.ts';
import { type SharedBuild, shareBuild } from './shared_build.ts';

export interface OpenSourceData {
  readonly source: string;
  readonly flags: BakeFlags;
  readonly environment: Terminal['environment'];
}

export type OpenedInThread = { readonly build: SharedBuild } | { readonly fault: string };

if (parentPort !== null) parentPort.postMessage(await open(workerData as OpenSourceData));

async function open({ source, flags, environment }: OpenSourceData): Promise<OpenedInThread> {
  try {
    return {
      build: shareBuild(await openSource(source, flags, silentTerminal(environment), () => {}, loadWholeArtefact)),
    };
  } catch (error) {
    return { fault: explainFailure(error).message };
  }
}
