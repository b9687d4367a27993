import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import type { Artefact } from '../corpus/artefact/artefact_format.ts';

/** Writes a temporary file and renames it, so that readers see the old or the new artefact, never a part. */
export function writeArtefact(file: string, { parts }: Artefact): void {
  const draft = `${file}.${process.pid}.tmp`;
  const handle = openSync(draft, 'w');
  try {
    for (const part of joinSmall(parts)) for (let at = 0; at < part.length; ) at += writeSync(handle, part, at);
    fsyncSync(handle);
    closeSync(handle);
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

const WRITE_SIZE = 1 << 20;

/** Joins small parts into writes of about `WRITE_SIZE` bytes: one system call per page would be slow. */
function* joinSmall(parts: readonly Uint8Array[]): Iterable<Uint8Array> {
  let open: Uint8Array[] = [];
  let length = 0;
  for (const part of parts) {
    open.push(part);
    length += part.length;
    if (length < WRITE_SIZE) continue;
    yield open.length === 1 ? part : Buffer.concat(open, length);
    open = [];
    length = 0;
  }
  yield Buffer.concat(open, length);
}
