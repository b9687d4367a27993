import type { AstroIntegration } from 'astro';
import type { GeneratorOptions } from 'catchword/integration';

export interface CatchwordOptions extends GeneratorOptions {
  /**
   * The route that shows the entries of a content collection, such as `{ posts: '/[...slug]' }`. Default: the route in a folder with the
   * collection's name, such as `/posts/[id]`, and `/[...slug]` for the pages of Starlight.
   */
  collections?: Record<string, string>;
}

/** The search of an Astro site, as an integration. The component `@catchword/astro/Search.astro` shows it. */
export default function catchword(options?: CatchwordOptions): AstroIntegration;
