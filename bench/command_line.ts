import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';

/** Prints the error and the usage, and exits. */
export function refuseUsage(message: string, usage: string): never {
  process.stderr.write(`${message}\n\n${usage}`);
  process.exit(2);
}

/** Reads the arguments. Prints the usage and exits where `--help` asks for it, or with what cannot be read. */
export function readArguments<const Options extends ParseArgsOptionsConfig>(options: Options, usage: string) {
  try {
    const help = { type: 'boolean', short: 'h' } as const;
    const read = parseArgs({ allowPositionals: true, options: { ...options, help } });
    if (!('help' in read.values && read.values.help === true)) return read;
    process.stdout.write(usage);
    process.exit(0);
  } catch (error) {
    return refuseUsage((error as Error).message, usage);
  }
}

/** The value of an option as a whole number from 1. */
export function readCount(option: string, value: string, usage: string): number {
  const count = Number(value);
  if (!Number.isSafeInteger(count) || count < 1) {
    refuseUsage(`Cannot take --${option} ${value}: a whole number from 1`, usage);
  }
  return count;
}

/** Parses a list such as `A,B` of known names. @returns them in the order of `known` @param noun what they name, in the plural */
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

/** A folder that is removed when the program ends, also on a signal. */
export function scratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'catchword-bench-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));
  return folder;
}

/** Installs the peers on the first run; the product does not need them. */
export async function installPeers(): Promise<void> {
  const script = new URL('../scripts/install.mjs', import.meta.url).href;
  const { install } = (await import(script)) as { install(folder: string): void };
  install(new URL('.', import.meta.url).pathname);
}
