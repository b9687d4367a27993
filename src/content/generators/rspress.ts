import { type FolderView, firstFolder, type GeneratorRules, pathOfAddress, setting } from './generator_rules.ts';

const SETTINGS = /^(?:rspress|vocs)\.config\.[cm]?[jt]sx?$/;

/**
 * Rspress and Vocs. `root`, and pages of the default language in a folder that is not part of addresses:
 * rspress.rs/guide/basic/i18n and rspress.rs/guide/basic/conventional-route; `docs/pages`: vocs.dev/docs/structure.
 */
export const rspress: GeneratorRules = {
  name: 'rspress',
  marks: ({ names }) => names.some((name) => SETTINGS.test(name)),
  pages: (folder) =>
    firstFolder(folder, [
      setting(settingsOf(folder), /\b(?:root|rootDir):\s*[^'"\n]*['"]([\w./-]+)['"]/),
      'docs/pages',
      'docs',
    ]),
  language: (folder) => setting(settingsOf(folder), /\blang:\s*['"]([\w-]+)['"]/),
  base: (folder) => pathOfAddress(setting(settingsOf(folder), /\bbase(?:Path)?:\s*['"](\/[^'"]*)['"]/)),
  addressStyle: (folder) =>
    /\bcleanUrls:\s*true/.test(settingsOf(folder)) || folder.names.some((name) => name.startsWith('vocs'))
      ? 'bare'
      : 'html',
  mounts(files, folder) {
    const language = rspress.language!(folder);
    return language !== null && files.some((file) => file.startsWith(`${language}/`)) ? [[language, '']] : [];
  },
  numbers: 'kept',
  dates: 'kept',
  isIndex: (name) => /^index$/i.test(name),
  pieces: /(?:^|\/)_/,
};

function settingsOf(folder: FolderView): string {
  return folder.text(folder.names.find((name) => SETTINGS.test(name)) ?? '');
}
