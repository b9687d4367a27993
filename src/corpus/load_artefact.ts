import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { ArtefactError } from './artefact/artefact_format.ts';
import type { Corpus } from './corpus.ts';
import { openCorpus } from './open_corpus.ts';

/**
 * Reads an artefact file into shared memory and opens it.
 * @throws ArtefactError with the file and the reason
 */
export function loadArtefact(file: string): Corpus & { readonly bytes: SharedArrayBuffer } {
  const bytes = readShared(file);
  try {
    return { ...openCorpus(bytes), bytes };
  } catch (error) {
    if (error instanceof ArtefactError) throw new ArtefactError(`Cannot open "${file}": ${error.message}`);
    throw error;
  }
}

function readShared(file: string): SharedArrayBuffer {
  let handle: number | null = null;
  try {
    handle = openSync(file, 'r');
    const stat = fstatSync(handle);
    if (!stat.isFile()) throw new ArtefactError(`Cannot open "${file}": it is not a file`);
    const bytes = new SharedArrayBuffer(stat.size);
    const view = new Uint8Array(bytes);
    for (let at = 0; at < view.length; ) {
      const read = readSync(handle, view, at, Math.min(view.length - at, 1 << 30), at);
      if (read === 0) break;
      at += read;
    }
    return bytes;
  } catch (error) {
    if (error instanceof ArtefactError) throw error;
    throw new ArtefactError(`Cannot open "${file}": ${(error as NodeJS.ErrnoException).code ?? 'it cannot be read'}`);
  } finally {
    if (handle !== null) closeSync(handle);
  }
}
