import { pythonAnchors } from './anchor_rules.ts';
import { type FolderView, firstFolder, type GeneratorRules, setting } from './generator_rules.ts';

/**
 * MkDocs. Settings: mkdocs.org/user-guide/configuration. Sites in several languages often have one project per language, with
 * pages in `docs/<language>/docs`: the inner folder is not part of addresses.
 */
export const mkdocs: GeneratorRules = {
  name: 'mkdocs',
  marks: ({ names, namesIn }) =>
    names.some((name) => SETTINGS.test(name)) ||
    (names.includes('en') && namesIn('en').some((name) => SETTINGS.test(name))),
  pages(folder) {
    if (!folder.names.some((name) => SETTINGS.test(name))) return { root: '', folders: null };
    return firstFolder(folder, [setting(settingsOf(folder), /^docs_dir:\s*["']?([\w./-]+)/m), 'docs']);
  },
  language: (folder) => setting(settingsOf(folder), /^[ \t]+language:\s*["']?([\w-]+)/m),
  mounts(files) {
    const inner = new Set<string>();
    for (const file of files) {
      const language = /^([A-Za-z]{2,3}(?:-[A-Za-z]+)?)\/docs\//.exec(file)?.[1];
      if (language !== undefined) inner.add(language);
    }
    return [...inner].map((language) => [`${language}/docs`, language] as const);
  },
  numbers: 'kept',
  dates: 'kept',
  anchors: pythonAnchors,
};

const SETTINGS = /^mkdocs\.ya?ml$/;

function settingsOf(folder: FolderView): string {
  return folder.text(folder.names.find((name) => SETTINGS.test(name)) ?? '');
}
