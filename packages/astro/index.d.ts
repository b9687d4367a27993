import type { AstroIntegration } from 'astro';

export interface CatchwordOptions {
  /** Address of a Catchword service that answers, such as `https://search.example.org`. Default: files of the site itself. */
  server?: string;
  /** Folder of the search files in the built site. Default: `search`. */
  folder?: string;
  /** Whether a search that cannot be built ends the build. Default: no, it is a warning. */
  strict?: boolean;
  /** Attributes of the element, such as `{ limit: '10', mode: 'dropdown' }`. */
  attributes?: Record<string, string>;
  /** Texts of the search box by language, such as `{ fr: { search: 'Rechercher' } }`. Default: English. */
  labels?: Record<string, Record<string, unknown>>;
  /**
   * The route that shows the entries of a content collection, such as `{ posts: '/[...slug]' }`. Default: the route in a folder with the
   * collection's name, such as `/posts/[id]`, and `/[...slug]` for the pages of Starlight.
   */
  collections?: Record<string, string>;
}

/** The search of an Astro site, as an integration. The component `@catchword/astro/Search.astro` shows it. */
export default function catchword(options?: CatchwordOptions): AstroIntegration;
