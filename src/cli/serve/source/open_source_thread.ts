/** Opens a source on a separate thread, so that reading, verifying or baking it does not block answers. */
import { parentPort } from 'node:worker_threads';
import { loadWholeArtefact } from '../../../corpus/load_artefact.ts';
import { explainFailure } from '../../command_error.ts';
import { openSource } from '../../open_source.ts';
import type { BakeFlags } from '../../options.ts';
import { type Environment, silentTerminal } from '../../terminal.ts';
import { answerCalls } from '../thread_calls.ts';
import { type SharedBuild, shareBuild } from './shared_build.ts';

export type OpenSourceFunctions = typeof functions;

const functions = {
  async open(source: string, flags: BakeFlags, environment: Environment): Promise<SharedBuild> {
    try {
      const options = { load: loadWholeArtefact, isServed: true };
      return shareBuild(await openSource(source, flags, silentTerminal(environment), () => {}, options));
    } catch (error) {
      throw new Error(explainFailure(error).message);
    }
  },
};

if (parentPort !== null) answerCalls(parentPort, functions);
