import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BuildOptions } from 'esbuild';
import type { ProgramScripts } from '../client/static_search.ts';
import { splitStemmers } from './split_stemmers.ts';

/** The built files of the browser's half. Each name is `NAME.HASH.EXTENSION`; the hash is of its content. */
export interface BuiltAssets {
  readonly files: readonly { readonly name: string; readonly bytes: Uint8Array }[];
  /** The style sheet and the script that every page of the explorer loads, by name. */
  readonly style: string;
  readonly script: string;
  /** The search box for other sites, and the file beside it that it loads to search static files. */
  readonly box: string;
  readonly boxFiles: string;
  /** The question below the pages of other sites. */
  readonly feedback: string;
  /** The program that answers searches from static files. No page of the explorer loads it. */
  readonly search: ProgramScripts;
}

const sources = fileURLToPath(new URL('./browser/', import.meta.url));
const program = fileURLToPath(new URL('../static_search/browser/', import.meta.url));

/**
 * Bundles `browser/` with esbuild, a development dependency: at package time, and in a checkout on first use.
 * @throws when esbuild is not installed
 */
export async function buildAssets(): Promise<BuiltAssets> {
  const { build, stop, transform } = await import('esbuild');
  const options = {
    absWorkingDir: sources,
    outdir: 'assets',
    entryNames: '[name].[hash]',
    chunkNames: '[name].[hash]',
    bundle: true,
    format: 'esm',
    target: ['es2022'],
    minify: true,
    legalComments: 'none',
    metafile: true,
    write: false,
    logLevel: 'silent',
  } as const satisfies BuildOptions;
  const pages = await build({ ...options, entryPoints: ['explorer.ts', 'explorer.css'], splitting: true });
  // An element is one file, with its style sheet as a string: other sites load it with one request.
  const buildElement = async (source: string, styleName: string, constants: Readonly<Record<string, string>> = {}) => {
    const css = ['element', source].map((name) => readFileSync(`${sources}${name}.css`, 'utf8')).join('');
    const { code } = await transform(css, { loader: 'css', minify: true });
    const define = { [styleName]: JSON.stringify(shorten(code)), ...constants };
    return build({
      ...options,
      // A module is UTF-8 wherever it is.
      charset: 'utf8',
      entryPoints: [`${source}.ts`],
      define,
      external: Object.values(constants).map(JSON.parse as (text: string) => string),
    });
  };
  const boxFiles = await build({ ...options, entryPoints: ['search_box/static_answers.ts'] });
  const boxFilesName = basename(boxFiles.outputFiles[0]!.path);
  const box = await buildElement('search_box/search_box', 'BOX_STYLE', {
    BOX_FILES: JSON.stringify(`./${boxFilesName}`),
  });
  const feedback = await buildElement('page_feedback/page_feedback', 'FEEDBACK_STYLE');
  // Also one file: it is loaded from the folder of a build, as a module or as a worker.
  const search = await build({
    ...{ ...options, entryPoints: [`${program}search_program.ts`], inject: [`${program}byte_buffer.ts`] },
    alias: {
      ...{ 'node:crypto': `${program}no_node.ts`, 'node:zlib': `${program}no_node.ts` },
      'snowball-stemmers': `${program}site_stemmers.ts`,
    },
  });
  const library = readFileSync(createRequire(import.meta.url).resolve('snowball-stemmers'), 'utf8');
  const { shared, algorithms } = splitStemmers(library);
  const minify = async (script: string) => (await transform(script, { minify: true, target: options.target })).code;
  const classes = Object.entries(algorithms).map(async ([name, script]) => [name, await minify(script)] as const);
  const stemmers = { shared: await minify(shared), algorithms: Object.fromEntries(await Promise.all(classes)) };
  await stop();
  const built = [pages, boxFiles, box, feedback];
  const outputs = Object.assign(
    {},
    ...built.map(({ metafile }) => metafile.outputs),
  ) as (typeof pages)['metafile']['outputs'];
  const entry = (source: string): string => {
    const found = Object.entries(outputs).find(([, output]) => output.entryPoint === source);
    return basename(found![0]);
  };
  const files = built
    .flatMap(({ outputFiles }) => outputFiles)
    .map(({ path, contents }) => ({ name: basename(path), bytes: contents }));
  return {
    ...{ files, style: entry('explorer.css'), script: entry('explorer.ts') },
    box: entry('search_box/search_box.ts'),
    boxFiles: boxFilesName,
    feedback: entry('page_feedback/page_feedback.ts'),
    search: { core: search.outputFiles[0]!.text, stemmers },
  };
}

/** Shortens what esbuild leaves as it is in a minified style sheet: custom properties that no page sets, and blanks in their values. */
function shorten(css: string): string {
  const names = new Map<string, string>();
  return css
    .trim()
    .replaceAll(/(?<=[:,]) /g, '')
    .replaceAll(/--(?!catchword-)[\w-]+/g, (name) => {
      if (!names.has(name)) names.set(name, `--${(10 + names.size).toString(36)}`);
      return names.get(name)!;
    });
}
