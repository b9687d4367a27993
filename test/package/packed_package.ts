import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryFile } from '../fixtures/built_package.ts';
import { must } from './command.ts';

/** What `npm pack` says about a package. */
export interface PackedPackage {
  readonly tarball: string;
  /** Bytes of all files. */
  readonly unpackedSize: number;
  readonly files: readonly string[];
}

/** Packs the repository, which compiles it first. */
export function packPackage(folder: string): PackedPackage {
  const said = must(repositoryFile('.'), ['npm', 'pack', '--json', '--loglevel=error', '--pack-destination', folder]);
  const [packed] = Object.values(JSON.parse(said.slice(said.search(/^[[{]/m))) as Record<string, NpmPacked>);
  const { filename, unpackedSize, files } = packed!;
  return { tarball: join(folder, filename), unpackedSize, files: files.map(({ path }) => path) };
}

interface NpmPacked {
  readonly filename: string;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string }[];
}

/** The manifest of a package in a folder. */
export function manifestOf(folder: string): Readonly<Record<string, unknown>> {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Readonly<Record<string, unknown>>;
}
