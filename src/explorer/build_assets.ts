import { fileURLToPath } from 'node:url';

/** A built file of the browser's half. */
export interface BuiltFile {
  /** `NAME.HASH.EXTENSION`; the hash is of its content. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

export interface BuiltAssets {
  readonly files: readonly BuiltFile[];
  /** The style sheet and the script that every page of the explorer loads, by name. */
  readonly style: string;
  readonly script: string;
}

const sources = fileURLToPath(new URL('./browser/', import.meta.url));

/**
 * Bundles `browser/` with esbuild, a development dependency: at package time, and in a checkout on first use.
 * @throws when esbuild is not installed
 */
export async function buildAssets(): Promise<BuiltAssets> {
  const { build, stop } = await import('esbuild');
  const { outputFiles, metafile } = await build({
    absWorkingDir: sources,
    entryPoints: ['explorer.ts', 'explorer.css'],
    outdir: 'assets',
    entryNames: '[name].[hash]',
    chunkNames: '[name].[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    target: ['es2022'],
    minify: true,
    legalComments: 'none',
    metafile: true,
    write: false,
    logLevel: 'silent',
  });
  await stop();
  const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
  const entry = (source: string): string => {
    const found = Object.entries(metafile.outputs).find(([, output]) => output.entryPoint === source);
    return nameOf(found![0]);
  };
  const files = outputFiles.map(({ path, contents }) => ({ name: nameOf(path), bytes: contents }));
  return { files, style: entry('explorer.css'), script: entry('explorer.ts') };
}
