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

/**
 * The search of an Eleventy site, for `eleventyConfig.addPlugin`. The shortcode `{% catchword %}` is where readers search.
 * @param eleventyConfig Eleventy's own object
 */
export default function catchword(eleventyConfig: object, options?: CatchwordOptions): void;
