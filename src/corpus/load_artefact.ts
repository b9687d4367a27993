import { closeSync, fstatSync, openSync } from 'node:fs';
import { ArtefactError } from './artefact/artefact_format.ts';
import { PackedItems } from './artefact/packed_items.ts';
import { type SharedBytes, shareFile } from './artefact/shared_bytes.ts';
import type { Corpus } from './corpus.ts';
import { openCorpus, openSections } from './open_corpus.ts';

/** A corpus with the bytes that it is read from. */
export type LoadedCorpus = Corpus & { readonly shared: SharedBytes };

/**
 * Opens an artefact file. Parts of it are read and verified when they are first used, from the file that was opened here, even if another
 * one takes its place. The file is closed when the corpus is no longer used.
 * @throws ArtefactError with the file and the reason
 */
export function loadArtefact(path: string): LoadedCorpus {
  let handle: number | null = null;
  try {
    handle = openSync(path, 'r');
    const stat = fstatSync(handle);
    if (!stat.isFile()) throw new ArtefactError('it is not a file');
    const shared = shareFile({ handle, path }, stat.size);
    const corpus = { ...openCorpus(shared), shared };
    openFiles.register(shared, handle, shared);
    return corpus;
  } catch (error) {
    if (handle !== null) closeSync(handle);
    if (error instanceof ArtefactError) throw error.file === null ? new ArtefactError(error.reason, path) : error;
    if (error instanceof Error && 'syscall' in error) {
      throw new ArtefactError((error as NodeJS.ErrnoException).code ?? 'it cannot be read', path);
    }
    throw error;
  }
}

/**
 * Opens an artefact file, reads and verifies all of it, and closes it.
 * @throws ArtefactError with the file and the reason
 */
export function loadWholeArtefact(path: string): LoadedCorpus {
  const corpus = loadArtefact(path);
  const { shared } = corpus;
  try {
    for (const _ of readAhead(shared));
  } finally {
    closeFile(shared);
  }
  return { ...corpus, shared: { ...shared, file: null } };
}

/**
 * Reads and verifies everything that no thread has read yet, one chunk or block per step.
 * @throws ArtefactError at the first damaged one
 */
export function* readAhead(shared: SharedBytes): Generator<void> {
  const { sections } = openSections(shared);
  for (const { name, hasBlocks } of sections.names()) {
    if (!hasBlocks) {
      yield* sections.chunks(name);
      continue;
    }
    const items = new PackedItems(sections, name);
    for (let block = 0; block < items.section.count; block++) {
      items.packed(block);
      yield;
    }
  }
}

/**
 * Closes the file of an artefact that has been read completely.
 * @returns false when a thread still reads from it: then the file stays open
 */
export function closeFile(shared: SharedBytes): boolean {
  const { file, ready } = shared;
  if (Atomics.load(ready, ready.length - 1) > 0) return false;
  if (file !== null && openFiles.unregister(shared)) closeSync(file.handle);
  return true;
}

const openFiles = new FinalizationRegistry<number>((handle) => closeSync(handle));
