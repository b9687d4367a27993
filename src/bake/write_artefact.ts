import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync, writevSync } from 'node:fs';
import type { Artefact } from '../corpus/artefact/artefact_format.ts';

/** Writes a temporary file and renames it, so that readers see the old or the new file, never a part. */
export function replaceFile(file: string, write: (handle: number) => void): void {
  // A name that nothing has, as what has it would be lost.
  const draft = `${file}.${randomBytes(6).toString('hex')}.tmp`;
  const handle = openSync(draft, 'wx');
  try {
    write(handle);
    closeSync(handle);
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/** One system call per page would be slow, and joining the parts would need the memory of the file once more. */
const PARTS_AT_ONCE = 512;

export function writeArtefact(file: string, { parts }: Artefact): void {
  replaceFile(file, (handle) => {
    for (let from = 0; from < parts.length; from += PARTS_AT_ONCE) {
      const some = parts.slice(from, from + PARTS_AT_ONCE);
      let written = writevSync(handle, some);
      // The system may write less than it was given.
      for (const part of some) {
        for (let at = Math.min(written, part.length); at < part.length; ) at += writeSync(handle, part, at);
        written = Math.max(0, written - part.length);
      }
    }
    fsyncSync(handle);
  });
}
