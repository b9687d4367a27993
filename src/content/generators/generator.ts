import { githubAnchors } from './anchor_rules.ts';
import {
  type FolderView,
  filesLike,
  firstFolder,
  type Generator,
  type GeneratorRules,
  namedFolders,
  type SiteStatements,
} from './generator_rules.ts';
import { settingsOfFiles } from './settings/find_setting.ts';

/** The answers of a plain folder, which hold where a generator says nothing else. */
const DEFAULTS = {
  yieldsToSiteBelow: () => false,
  selection: () => null,
  titles: () => [],
  redirects: () => [],
  timeZone: () => null,
  includeFolders: () => [],
  language: () => null,
  languages: () => null,
  languageSuffix: false,
  addressStyle: () => 'bare',
  mounts: () => [],
  patterns: () => [],
  patternsOfIndex: () => false,
  patternOfTemplate: () => null,
  numbers: 'kept',
  keepsNumbers: () => false,
  dates: () => 'kept',
  datedNames: false,
  postFolders: () => [],
  isIndex: (name) => /^(?:_?index|readme)$/i.test(name),
  slashOfIndex: false,
  publish: (name) => name,
  slugged: (slug, path) => path.slice(0, path.lastIndexOf('/') + 1) + slug,
  ...{ slugHasFolders: false, idIsSlug: false, slugOfHeading: false },
  anchors: githubAnchors,
  ...{ labels: false, bundles: false, readsRMarkdown: false },
  hidesItself: () => false,
  hidesBelow: () => [],
  bodyFile: () => null,
  ...{ titledByFirstHeading: false, vault: false, namesNeedNoPage: false, labelFirst: false, propertyLines: false },
  ...{ blankBeforeFrontMatter: false, metaLines: false, tagsBySpace: false, datesAreTimes: false },
} satisfies Partial<GeneratorRules>;

/** What a generator says of itself. */
export interface GeneratorDefinition extends Partial<Omit<GeneratorRules, 'name'>> {
  /** Its settings file, which marks the folder of a site. */
  readonly file?: RegExp;
  /** The keys of the settings file that say something of the whole site. */
  readonly keys?: StatedKeys;
  /** The folders that usually hold the pages, likeliest first, after those that the settings name. */
  readonly places?: readonly string[];
}

/** The rules of a generator, with the defaults for what its definition leaves out. */
export function generator(
  name: Generator,
  { file, keys = {}, places = [], ...own }: GeneratorDefinition,
): GeneratorRules {
  const rules: GeneratorRules = {
    ...DEFAULTS,
    marks: ({ names }) => names.some((each) => file?.test(each)),
    says: (folder) => (file === undefined ? {} : stated(folder, filesLike(folder, file), keys)),
    pages: (folder) => firstFolder(folder, [...namedFolders(rules.says(folder)), ...places]),
    ...own,
    name,
  };
  return rules;
}

/** Keys of settings, with dots between levels. Of several keys for the same, the first that has a value counts. */
export type StatedKeys = Readonly<Partial<Record<keyof SiteStatements, readonly string[]>>>;

/** What the values of keys in settings files say of a site. */
export function stated(
  folder: FolderView,
  files: readonly string[],
  { address = [], base = [], title = [], folders = [] }: StatedKeys,
): SiteStatements {
  const find = settingsOfFiles(folder, files);
  return { address: find(...address), base: find(...base), title: find(...title), folders: [find(...folders)] };
}
