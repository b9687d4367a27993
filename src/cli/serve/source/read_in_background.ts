import type { ArtefactMemory } from '../../../corpus/artefact/artefact_memory.ts';
import { readAhead } from '../../../corpus/artefact/read_ahead.ts';
import { closeFile } from '../../../corpus/load_artefact.ts';
import type { Observe } from '../../../observation/observation.ts';

/**
 * Reads the rest of the served artefact between other events, less than a millisecond at a time, and then closes its
 * file. After that, changes to the file do not matter, and any damage in it has been reported.
 */
export function readInBackground(memory: ArtefactMemory, observe: Observe): { stop(): void } {
  if (memory.file === null) return { stop() {} };
  const steps = readAhead(memory);
  let next = setImmediate(read);

  function read(): void {
    try {
      const isRead = steps.next().done === true;
      if (!isRead || !closeFile(memory)) next = setImmediate(read);
    } catch (error) {
      observe({ kind: 'content-damaged', reason: (error as Error).message });
    }
  }

  return { stop: () => clearImmediate(next) };
}
