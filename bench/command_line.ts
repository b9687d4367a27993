import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Ends the program with what is wrong, and how it is used. */
export function refuseUsage(message: string, usage: string): never {
  process.stderr.write(`${message}\n\n${usage}`);
  process.exit(2);
}

/** An option's value as a whole number from 1. */
export function readCount(option: string, value: string, usage: string): number {
  const count = Number(value);
  if (!Number.isSafeInteger(count) || count < 1) {
    refuseUsage(`Cannot take --${option} ${value}: a whole number from 1`, usage);
  }
  return count;
}

/** A list such as `A,B` as names among those known, in their order. @param noun what they name, in the plural */
export function readNames<Name extends string>(
  list: string,
  known: readonly Name[],
  noun: string,
  usage: string,
): Name[] {
  const chosen = list.split(',');
  const unknown = chosen.find((name) => !known.some((each) => each === name));
  if (unknown !== undefined) refuseUsage(`Cannot compare "${unknown}": the ${noun} are ${known.join(', ')}`, usage);
  return known.filter((name) => chosen.includes(name));
}

export function progress(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** A folder that is gone when the program ends, by whatever end. */
export function scratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'catchword-bench-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));
  return folder;
}

/** Installs the peers, on the first run: the product does without them. */
export async function installPeers(): Promise<void> {
  const script = new URL('../scripts/install.mjs', import.meta.url).href;
  const { install } = (await import(script)) as { install(folder: string): void };
  install(new URL('.', import.meta.url).pathname);
}
