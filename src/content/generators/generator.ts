import { githubAnchors } from './anchor_rules.ts';
import {
  type FolderView,
  filesLike,
  firstFolder,
  type Generator,
  type GeneratorRules,
  namedFolders,
  type PageSelection,
  type SiteSettings,
  type SiteStatements,
} from './generator_rules.ts';
import { settingsOfFiles } from './settings/find_setting.ts';

/** The answers of a plain folder, which hold where a generator says nothing else. */
const DEFAULTS = {
  yieldsToSiteBelow: () => false,
  navigation: () => null,
  ...{ sortsByWeight: false, weightKey: 'weight', unlistedKey: '', hasToctrees: false },
  languageSuffix: false,
  patternOfTemplate: () => null,
  numbers: 'kept',
  dates: 'kept',
  datedNames: false,
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
  ...{ titledByFirstHeading: false, vault: false, namesNeedNoPage: false, labelFirst: false },
  ...{ tagsBySpace: false, datesAreTimes: false },
} satisfies Partial<GeneratorRules>;

/** What a generator says of itself. */
export interface GeneratorDefinition extends Partial<Omit<GeneratorRules, 'name' | 'selection' | 'settings'>> {
  /** Its settings file, which marks the folder of a site. */
  readonly file?: RegExp;
  /** The files that `keys` are in, where they are others. */
  readonly files?: readonly string[];
  /** The keys of the settings file that say something of the whole site; what `says` gives precedes them. */
  readonly keys?: StatedKeys;
  /** The folders that usually hold the pages, likeliest first, after those that the settings name. */
  readonly places?: readonly string[];
  selection?(folder: FolderView, root: string): Partial<PageSelection> | null;
  /** What holds whatever the settings say, or a function that reads them. */
  readonly settings?: SiteSettings | GeneratorRules['settings'];
}

/** The rules of a generator, with the defaults for what its definition leaves out. */
export function generator(
  name: Generator,
  { file, files, keys = {}, says, places = [], settings = {}, selection, ...own }: GeneratorDefinition,
): GeneratorRules {
  const rules: GeneratorRules = {
    ...DEFAULTS,
    marks: ({ names }) => names.some((each) => file?.test(each)),
    settingsFile: (folder) => (file === undefined ? null : (filesLike(folder, file)[0] ?? null)),
    says: (folder) => ({
      ...stated(folder, files ?? (file === undefined ? [] : filesLike(folder, file)), keys),
      ...says?.(folder),
    }),
    pages: (folder) => firstFolder(folder, [...namedFolders(rules.says(folder)), ...places]),
    ...own,
    selection(folder, root) {
      const selected = selection?.(folder, root) ?? null;
      return selected && { only: null, except: [], ...selected };
    },
    settings: typeof settings === 'function' ? settings : () => settings,
    name,
  };
  return rules;
}

/** Keys of settings, with dots between levels. Of several keys for the same, the first that has a value counts. */
export type StatedKeys = Readonly<Partial<Record<keyof SiteStatements, readonly string[]>>>;

/** What the values of keys in settings files say of a site. */
export function stated(folder: FolderView, files: readonly string[], keys: StatedKeys): SiteStatements {
  const find = settingsOfFiles(folder, files);
  const { address = [], base = [], title = [], language = [], currentVersion = [], folders = [] } = keys;
  return {
    ...{ address: find(...address), base: find(...base), title: find(...title), folders: [find(...folders)] },
    language: find(...language)?.value ?? null,
    currentVersion: find(...currentVersion)?.value ?? null,
  };
}
