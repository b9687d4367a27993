import type { LoadContext, Plugin } from '@docusaurus/types';

export interface CatchwordOptions {
  /** Address of a Catchword service that answers, such as `https://search.example.org`. Default: files of the site itself. */
  server?: string;
  /** Folder of the search files in the built site. Default: `search`. */
  folder?: string;
  /** Whether a search that cannot be built ends the build. Default: no, it is a warning. */
  strict?: boolean;
  /** Attributes of the element, such as `{ limit: '10', version: 'all' }`. */
  attributes?: Record<string, string>;
  /** Texts of the search box by language, such as `{ fr: { search: 'Rechercher' } }`. Default: English. */
  labels?: Record<string, Record<string, unknown>>;
}

/** The search of a Docusaurus site, as one of its `themes`: it takes the place of the search in the navigation bar. */
export default function catchword(context: LoadContext, options?: CatchwordOptions): Promise<Plugin>;
