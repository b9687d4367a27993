import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { MANIFEST_NAME, PARTS_FORMAT, type PartsManifest, type ProgramScripts } from '../client/static_search.ts';
import type { LoadedCorpus } from '../corpus/load_artefact.ts';
import { assembleProgram } from './assemble_program.ts';
import { packSearch } from './pack_parts.ts';
import { TABLES } from './part_format.ts';

/** The scripts that the folder gets. */
export interface SearchScripts {
  /** The search box, and the file that it loads from beside it, whose name has a digest of its content. */
  readonly box: Uint8Array;
  readonly boxFiles: { readonly name: string; readonly body: Uint8Array };
  /** The question below pages, for sites whose answers go to a service and whose scripts do not come from there. */
  readonly feedback: Uint8Array;
  /** The program that answers searches. */
  readonly program: ProgramScripts;
}

export interface SearchFilesReport {
  readonly folder: string;
  readonly build: string;
  /** Number of files of this build. */
  readonly files: number;
  /** Bytes of them. */
  readonly bytes: number;
  /** Bytes that a reader's first search loads before those of its words and results: the program and the tables, compressed. */
  readonly firstSearch: number;
}

/** Bytes that browsers reserve, on phones too. */
const MOST_RESERVED = 2 ** 30;

/** A browser would reserve more memory than it has. */
export class SearchTooLarge extends Error {
  override name = 'SearchTooLarge';
  readonly reserved: number;

  constructor(reserved: number) {
    super(`a browser would reserve ${reserved} bytes`);
    this.reserved = reserved;
  }
}

/** The first search would load more than is allowed. */
export class FirstSearchTooLarge extends Error {
  override name = 'FirstSearchTooLarge';
  readonly firstSearch: number;

  constructor(firstSearch: number) {
    super(`the first search would load ${firstSearch} bytes`);
    this.firstSearch = firstSearch;
  }
}

/** Names of the scripts that pages load. */
export const BOX_NAME = 'catchword-search.js';
export const FEEDBACK_NAME = 'catchword-feedback.js';
const PROGRAM_NAME = 'search.js';

/**
 * Writes what a site needs to be searched without a server. The files of a build are in a folder with its name and never change. The
 * manifest is replaced last, so a reader has the files of one build. Those of the build before stay, for readers who began with them.
 * @param folder is made where it is missing; other files in it stay
 * @param most bytes of a first search
 * @param mostReserved bytes in a reader's browser
 * @throws FirstSearchTooLarge, SearchTooLarge; the folder is as before
 */
export function writeSearchFiles(
  corpus: LoadedCorpus,
  { box, boxFiles, feedback, program }: SearchScripts,
  folder: string,
  most: number,
  mostReserved = MOST_RESERVED,
): SearchFilesReport {
  const script = assembleProgram(program, corpus);
  const packed = packSearch(corpus, script);
  if (packed.reserved > mostReserved) throw new SearchTooLarge(packed.reserved);
  const before = readBuild(folder);
  const target = join(folder, packed.build);
  const isNew = !existsSync(target);
  mkdirSync(target, { recursive: true });
  let firstSearch = gzip(script).length;
  let bytes = script.length;
  let files = 1;
  replaceFile(join(target, PROGRAM_NAME), script);
  for (const part of packed.parts()) {
    const content = gzip(part.bytes);
    replaceFile(join(target, `${part.name}.bin`), content);
    if (part.name === TABLES) firstSearch += content.length;
    bytes += content.length;
    files++;
  }
  if (firstSearch > most) {
    if (isNew) rmSync(target, { recursive: true });
    throw new FirstSearchTooLarge(firstSearch);
  }
  // Before the box, which imports it.
  replaceFile(join(folder, boxFiles.name), boxFiles.body);
  replaceFile(join(folder, BOX_NAME), box);
  replaceFile(join(folder, FEEDBACK_NAME), feedback);
  const manifest: PartsManifest = { format: PARTS_FORMAT, build: packed.build };
  replaceFile(join(folder, MANIFEST_NAME), `${JSON.stringify(manifest)}\n`);
  // Without a manifest, or with that of this build, it is not known which build came before.
  if (before !== null && before !== packed.build) removeOlder(folder, [packed.build, before]);
  return { folder, build: packed.build, files, bytes, firstSearch };
}

/** Compresses with the same bytes on every system: the header of gzip names the system, which is left out. */
function gzip(content: Uint8Array): Uint8Array {
  const packed = gzipSync(content, { level: 9 });
  packed[SYSTEM_AT] = UNKNOWN_SYSTEM;
  return packed;
}

/** RFC 1952, section 2.3.1. */
const SYSTEM_AT = 9;
const UNKNOWN_SYSTEM = 255;

/** The build that the manifest of a folder names; null: it has none. */
function readBuild(folder: string): string | null {
  try {
    const { build } = JSON.parse(readFileSync(join(folder, MANIFEST_NAME), 'utf8')) as PartsManifest;
    return typeof build === 'string' && BUILD.test(build) ? build : null;
  } catch {
    return null;
  }
}

const BUILD = /^[0-9a-f]{16}$/;

/** Readers may be fetching a file of the same name, so it is replaced whole, and left alone where it is the same. */
function replaceFile(file: string, content: string | Uint8Array): void {
  if (existsSync(file) && readFileSync(file).equals(Buffer.from(content))) return;
  const temporary = `${file}.new`;
  writeFileSync(temporary, content);
  renameSync(temporary, file);
}

/** Removes folders of other builds, and nothing else. */
function removeOlder(folder: string, kept: readonly (string | null)[]): void {
  for (const name of readdirSync(folder)) {
    if (!BUILD.test(name) || kept.includes(name)) continue;
    // It is written first, so the folder of a build that was interrupted has it.
    if (existsSync(join(folder, name, PROGRAM_NAME))) rmSync(join(folder, name), { recursive: true });
  }
}
