import type { Generator } from './generators/generator_rules.ts';

/** A page of which its generator says the address. */
export interface DeclaredPage {
  /** The source file, relative to the folder of the site, `/`-separated. */
  readonly file: string;
  /** As a browser requests it, with the site's path on its host: `/docs/guide/intro.html`. */
  readonly address: string;
  /** Of a page that names none itself. */
  readonly title?: string;
  /** BCP 47 tag. */
  readonly language?: string;
  /** Of a page in one of several versions of the same documents its place: a name of the documents, `/`, the folder of the version. */
  readonly version?: string;
}

/** A site as its generator declares it while it runs: pages and addresses are neither read from settings nor guessed from files. */
export interface DeclaredSite {
  /** The generator, whose conventions the Markdown follows. */
  readonly generator: Generator;
  /** The site's path on its host, such as `/docs/`. */
  readonly base: string;
  /** BCP 47 tag of pages that have no language of their own. */
  readonly language?: string;
  /** The version that readers are shown first, as addresses spell it. */
  readonly currentVersion?: string;
  /** Paths of the folders that hold a version each, such as `/docs/1.0`. Others are found by their names and pages. */
  readonly versions?: readonly string[];
  /** Absolute path of the folder with the built pages, whose headings say their anchors. Default: the generator's rule says them. */
  readonly built?: string;
  readonly pages: readonly DeclaredPage[];
}
