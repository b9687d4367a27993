import { closeSync, fstatSync, openSync } from 'node:fs';
import { ArtefactError } from './artefact/artefact_format.ts';
import { type ArtefactMemory, memoryOfFile } from './artefact/artefact_memory.ts';
import type { Corpus } from './corpus.ts';
import { openCorpus } from './open_corpus.ts';

/**
 * Opens an artefact file. Parts of it are read when they are first used, from the file that was opened here, even if another one takes its
 * place. The file is closed when the corpus is no longer used.
 * @throws ArtefactError with the file and the reason
 */
export function loadArtefact(file: string): Corpus & { readonly memory: ArtefactMemory } {
  let handle: number | null = null;
  try {
    handle = openSync(file, 'r');
    const stat = fstatSync(handle);
    if (!stat.isFile()) throw new ArtefactError('it is not a file');
    const memory = memoryOfFile(handle, stat.size);
    const corpus = { ...openCorpus(memory), memory };
    openFiles.register(memory, handle);
    return corpus;
  } catch (error) {
    if (handle !== null) closeSync(handle);
    const reason = error instanceof ArtefactError ? error.message : (error as NodeJS.ErrnoException).code;
    if (reason === undefined) throw error;
    throw new ArtefactError(`Cannot open "${file}": ${reason}`);
  }
}

const openFiles = new FinalizationRegistry<number>((handle) => closeSync(handle));
