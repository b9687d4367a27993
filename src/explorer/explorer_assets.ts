import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { ProgramScripts } from '../client/static_search.ts';
import type { BuiltAssets } from './build_assets.ts';

/** Names of the files that every page of the explorer loads. */
export interface AssetNames {
  readonly style: string;
  /** Null: there is no built script, and the pages work without one. */
  readonly script: string | null;
  /** The search box for other sites; null as for the script. */
  readonly box: string | null;
}

/** A file that pages of the explorer load. Its name has a digest of its content, so it never changes. */
export interface Asset {
  readonly name: string;
  readonly contentType: string;
  readonly body: Uint8Array;
  readonly br: Uint8Array;
  readonly gzip: Uint8Array;
}

export interface ExplorerAssets extends AssetNames {
  /** What the search box loads to search static files; null as for the script. */
  readonly boxFiles: string | null;
  /** The question below the pages of other sites; null as for the script. */
  readonly feedback: string | null;
  /** The program that answers searches from static files, which is not served; null as for the script. */
  readonly search: ProgramScripts | null;
  readonly files: readonly Asset[];
}

/** In a package: `names.json`. */
interface PackagedNames extends Omit<ExplorerAssets, 'files' | 'search'> {
  readonly files: readonly string[];
}

/** In a package: the folder that `scripts/build_package.ts` writes. */
const packaged = new URL('./assets/', import.meta.url);
const plainStyle = new URL('./browser/explorer.css', import.meta.url);

/** Milliseconds that a page waits until the files of a checkout are built; then it is answered without script. */
const longestBuild = 2000;

/** In a package: the file of `ExplorerAssets.search`, as JSON. */
export const SEARCH_PROGRAM = 'search_program.json';

let loaded: ExplorerAssets | null = null;
let building: Promise<ExplorerAssets> | null = null;
/** The files of pages that were answered before the build was done. */
let meanwhile: ExplorerAssets | null = null;

/** The files, read or built once for a process. In a checkout without the builder, the style sheet alone. */
export function explorerAssets(): ExplorerAssets | Promise<ExplorerAssets> {
  if (loaded !== null) return loaded;
  if (existsSync(packaged)) {
    loaded = readPackaged();
    return loaded;
  }
  let timer: NodeJS.Timeout;
  const late = new Promise<ExplorerAssets>((resolve) => {
    timer = setTimeout(() => {
      meanwhile ??= withoutScript();
      resolve(meanwhile);
    }, longestBuild);
  });
  return Promise.race([builtAssets(), late]).finally(() => clearTimeout(timer));
}

/** The files with all scripts: those of the package, or those of a checkout once they are built, however long that takes. */
export async function wholeAssets(): Promise<ExplorerAssets> {
  return existsSync(packaged) ? explorerAssets() : builtAssets();
}

/** The files of a checkout once they are built, however long that takes. @param build injected by tests */
export function builtAssets(
  build: () => Promise<BuiltAssets> = () => import('./build_assets.ts').then(({ buildAssets }) => buildAssets()),
): Promise<ExplorerAssets> {
  building ??= build()
    .then((built) => compressAssets(built))
    .catch(() => withoutScript())
    .then((assets) => {
      // Pages that were answered without script still ask for their style sheet.
      loaded = { ...assets, files: [...assets.files, ...(meanwhile?.files ?? [])] };
      return loaded;
    });
  return building;
}

/** Compresses at the highest levels: the files are made once and sent often. */
export function compressAssets({
  files,
  ...names
}: Pick<BuiltAssets, 'files'> & Omit<ExplorerAssets, 'files'>): ExplorerAssets {
  return { ...names, files: files.map(compress) };
}

function compress({ name, bytes }: BuiltAssets['files'][number]): Asset {
  const br = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
  return { name, contentType: contentTypeOf(name), body: bytes, br, gzip: gzipSync(bytes, { level: 9 }) };
}

function readPackaged(): ExplorerAssets {
  const read = (name: string): Uint8Array => readFileSync(new URL(name, packaged));
  const { files, ...names } = JSON.parse(Buffer.from(read('names.json')).toString()) as PackagedNames;
  const assets = files.map((name) => ({
    name,
    contentType: contentTypeOf(name),
    body: read(name),
    br: read(`${name}.br`),
    gzip: read(`${name}.gz`),
  }));
  return {
    ...{ ...names, files: assets },
    // Half a megabyte that no server sends: it is read by those who write a static search.
    get search() {
      return JSON.parse(Buffer.from(read(SEARCH_PROGRAM)).toString()) as ProgramScripts;
    },
  };
}

function withoutScript(): ExplorerAssets {
  const imports = readFileSync(plainStyle, 'utf8').matchAll(/^@import "(.+)";$/gm);
  const bytes = Buffer.concat(Array.from(imports, ([, file]) => readFileSync(new URL(file!, plainStyle))));
  const name = `explorer.${createHash('sha256').update(bytes).digest('hex').slice(0, 8)}.css`;
  const none = { script: null, box: null, boxFiles: null, feedback: null, search: null };
  return compressAssets({ files: [{ name, bytes }], style: name, ...none });
}

function contentTypeOf(name: string): string {
  return name.endsWith('.css') ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8';
}
