import type { LoadContext, Plugin } from '@docusaurus/types';
import type { GeneratorOptions } from 'catchword/integration';

/** Docusaurus knows its versions. */
export type CatchwordOptions = Omit<GeneratorOptions, 'versions'>;

/** The search of a Docusaurus site, as one of its `themes`: it takes the place of the search in the navigation bar. */
export default function catchword(context: LoadContext, options?: CatchwordOptions): Promise<Plugin>;
