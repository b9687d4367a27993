import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { GrowingNumbers } from './growing_numbers.ts';

/** Bytes gathered for one write. */
const WRITE_BYTES = 1 << 20;

/**
 * Plain records in a temporary file: few are in memory at once. Where the system can remove an open file, it is removed at once, and
 * so is gone with the process; on Windows it is removed when it is closed.
 */
export class PageStore<Value> {
  readonly #folder: string;
  readonly #handle: number;
  /** By record: where it begins; and where the last one ends. */
  readonly #starts = new GrowingNumbers(Float64Array);
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #written = 0;
  #last: { readonly record: number; readonly value: Value } | null = null;

  constructor(removesOpenFiles = process.platform !== 'win32') {
    this.#folder = mkdtempSync(join(tmpdir(), 'catchword-pages-'));
    this.#handle = openSync(join(this.#folder, 'pages'), 'wx+', 0o600);
    if (removesOpenFiles) rmSync(this.#folder, { recursive: true });
    this.#starts.push(0);
  }

  /** @returns the number of the record */
  add(value: Value): number {
    const bytes = serialize(value);
    this.#waiting.push(bytes);
    this.#waitingBytes += bytes.length;
    if (this.#waitingBytes >= WRITE_BYTES) this.#write();
    const record = this.#starts.length - 1;
    this.#starts.push(this.#starts.at(record) + bytes.length);
    return record;
  }

  /** The last record that was read is kept. */
  read(record: number): Value {
    if (this.#last?.record === record) return this.#last.value;
    if (this.#waitingBytes > 0) this.#write();
    const start = this.#starts.at(record);
    const bytes = Buffer.allocUnsafe(this.#starts.at(record + 1) - start);
    for (let at = 0; at < bytes.length; ) {
      const count = readSync(this.#handle, bytes, at, bytes.length - at, start + at);
      if (count === 0) throw new Error('Cannot read a temporary file: it ends early.');
      at += count;
    }
    const value = deserialize(bytes) as Value;
    this.#last = { record, value };
    return value;
  }

  close(): void {
    closeSync(this.#handle);
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #write(): void {
    const bytes = Buffer.concat(this.#waiting);
    for (let at = 0; at < bytes.length; )
      at += writeSync(this.#handle, bytes, at, bytes.length - at, this.#written + at);
    this.#written += bytes.length;
    this.#waiting = [];
    this.#waitingBytes = 0;
  }
}
