/** What a site does not have when the program fails. */
export function lostBy({ server }: GeneratorOptions): string {
  return server === undefined ? 'the site has no search' : 'the artefact for the service is not written';
}

/** What an owner can set of the search in a generator's own configuration. Each package takes these. */
export interface GeneratorOptions {
  /** Address of a Catchword service that answers, such as `https://search.example.org`. Default: files of the site itself. */
  readonly server?: string;
  /**
   * With `server`, a file that a build of the site also writes for the service: an artefact with the addresses, languages and versions of the site. Relative
   * to the folder of the project. Default: none.
   */
  readonly artefact?: string;
  /** Folder of the search files in the built site. Default: `search`. */
  readonly folder?: string;
  /**
   * The folders that hold an older version of the pages each, such as `['v1', 'docs/v2']`: on their pages readers search in that version.
   * Default: none. Docusaurus knows its versions itself.
   */
  readonly versions?: readonly string[];
  /** Whether a search that cannot be built ends the build. Default: no, it is a warning. */
  readonly strict?: boolean;
  /** Attributes of the element, such as `{ limit: '10', version: 'all' }`. */
  readonly attributes?: Readonly<Record<string, string>>;
  /** Texts of the search box by language, such as `{ fr: { search: 'Rechercher' } }`. Default: English. */
  readonly labels?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}
