import type { GeneratorOptions } from 'catchword/integration';
import type { Plugin } from 'vite';

export type CatchwordOptions = GeneratorOptions;

/** The search of a VitePress site, as a plugin of Vite: it takes the place of the search button of the default theme. */
export default function catchword(options?: CatchwordOptions): Plugin;
