import type { StarlightPlugin } from '@astrojs/starlight/types';
import type { CatchwordOptions } from './index.js';

export type { CatchwordOptions };

/** The search of a Starlight site, as a plugin: it takes the place of the search button and of Pagefind. */
export default function catchword(options?: CatchwordOptions): StarlightPlugin;
