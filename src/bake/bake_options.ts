import type { Curation } from '../content/curation/curation.ts';
import type { Generator } from '../content/generators/generator_rules.ts';
import type { SiteFacts } from '../content/site/site_facts.ts';
import type { ContentSettings, ContentWarning, SiteContent } from '../content/site_content.ts';
import type { SiteFiles } from '../content/site_files.ts';
import type { Artefact } from '../corpus/artefact/artefact_format.ts';
import type { Stamps } from '../corpus/corpus.ts';
import type { AnalysedPage } from './analyse_files.ts';

/** The site's settings that are stored in the artefact. */
export interface BakeSettings extends ContentSettings {
  /** Null: as the site itself says. */
  readonly title: string | null;
  readonly description: string;
  readonly tools: readonly string[];
  readonly publicOrigin: string | null;
  /** Stored as they are (`SiteSettings`). */
  readonly declared?: Readonly<Record<string, unknown>>;
  readonly notStored?: readonly string[];
  /** The owner's search rules; absent: none. */
  readonly curation?: NamedCuration;
}

export interface NamedCuration {
  /** Of the file, for warnings. */
  readonly name: string;
  readonly rules: Curation;
}

/** Settings. Missing ones are filled with facts from the site. */
export type SettledSettings = BakeSettings & { readonly title: string };

export interface BakeOptions {
  /** The content folder, or a project that contains one. */
  readonly folder: string;
  /** Path of the artefact; null: only in memory. */
  readonly out: string | null;
  readonly settings: BakeSettings;
  /** Commit to stamp the artefact with. */
  readonly commit: string | null;
  /** A local build has no content stamp, so its answers have no validators. */
  readonly local: boolean;
  /** Pages of the largest site that gets a space of its own, which takes most of the time after one edit. Default: any site gets one. */
  readonly spaceUpTo?: number;
  /** File that caches analysed pages for the next bake; null: no cache. */
  readonly cache: string | null;
  /** Threads that read pages. */
  readonly workers: number;
  /** Whether a site without pages may be written. Default: no. */
  readonly allowEmpty?: boolean;
  /** Whether a site may be written although folders that its settings name cannot be read. Default: no. */
  readonly allowMissing?: boolean;
  readonly onProgress?: (done: number, total: number) => void;
  /** Receives a message about a problem that only makes the next bake slower. */
  readonly onNotice?: (notice: string) => void;
  /** Called at the end of each stage of a bake, to measure it. */
  readonly onStage?: (stage: string) => void;
  /** Receives the pages that an artefact is about to be made of, which `bake` then releases. Not called by a bake that finds nothing changed. */
  readonly onAssembled?: (site: BakedSite) => void;
}

/** The pages of a bake, for those that describe or check them. */
export interface BakedSite {
  readonly files: SiteFiles;
  /** One for each file, pages or not. */
  readonly analysed: readonly AnalysedPage[];
  readonly content: SiteContent;
}

export interface BakeReport extends SiteFacts {
  /** Why nothing was written, as the end of a sentence; null on success. */
  readonly refusal: string | null;
  /** `openCorpus(joinArtefact(artefact))` opens it without a file. */
  readonly artefact: Artefact;
  readonly stamps: Stamps;
  /** The generator whose conventions the folder follows. */
  readonly generator: Generator;
  /** Number of Markdown files, including drafts and fragments of pages, which are not pages. */
  readonly files: number;
  readonly pages: number;
  /** Number of pages whose title comes from the file name. */
  readonly titlesFromFiles: number;
  readonly collections: readonly { readonly name: string; readonly title: string; readonly pages: number }[];
  readonly sitePages: number;
  readonly tags: number;
  /** Names of the versions found, the current one first. */
  readonly versions: readonly string[];
  /** Number of pages that searches show only as copies of another one. */
  readonly copies: number;
  readonly linksResolved: number;
  readonly linksUnresolved: number;
  readonly warnings: readonly ContentWarning[];
  /** The folders of pages that settings name and that cannot be read, each as the rest of a sentence. */
  readonly unread: readonly string[];
  /** The content root, relative to `folder`, and why it was chosen. */
  readonly root: { readonly path: string; readonly why: string };
}
