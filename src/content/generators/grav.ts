import { titleFromName } from '../../text/title_from_name.ts';
import { generator, stated } from './generator.ts';
import type { FolderView, GeneratorRules, LanguageFolder, Mount } from './generator_rules.ts';
import { parseSettings, type Settings, textAt, textsAt } from './settings/settings.ts';

const PAGE = /\.md$/;

/**
 * Grav. A page is a folder whose file is named after its template, `01.docs/default.md`; folders with an underscore are modules of
 * pages: learn.getgrav.org/content/content-pages and learn.getgrav.org/content/modular; the number before a folder's name only
 * sorts. The page of the setting `home.alias` is at the root, and `page.fr.md` is French: learn.getgrav.org/content/multi-language.
 */
export const grav: GeneratorRules = generator('grav', {
  marks: (folder) => {
    const place = placeOf(folder);
    if (place === null || !(place === 'user' ? folder.namesIn('user') : folder.names).includes('config')) return false;
    const pages = place === 'user' ? 'user/pages' : 'pages';
    return folder
      .namesIn(pages)
      .some((name) => !PAGE.test(name) && folder.namesIn(`${pages}/${name}`).some((inner) => PAGE.test(inner)));
  },
  places: ['user/pages', 'pages'],
  says: (folder) => stated(folder, [`${configOf(folder)}/site.yaml`], { title: ['title'] }),
  language: (folder) =>
    textAt(systemOf(folder), 'languages', 'default_lang') ??
    textsAt(systemOf(folder), 'languages', 'supported')[0] ??
    null,
  languages(folder) {
    const codes = textsAt(systemOf(folder), 'languages', 'supported');
    return codes.length === 0 ? null : codes.map((code): LanguageFolder => [code, code]);
  },
  mounts(files, folder) {
    const home = (textAt(systemOf(folder), 'home', 'alias') ?? '/home').replace(/^\/+|\/+$/g, '');
    const isHome = (top: string) => withoutNumber(top).toLowerCase() === home.toLowerCase();
    const found = files.map((file) => file.split('/', 1)[0]!).find(isHome);
    // What is below the home page keeps its address.
    return found === undefined
      ? []
      : files.flatMap((file): Mount[] =>
          /^[^/]+\/[^/]+$/.test(file) && file.startsWith(`${found}/`) ? [[file, '']] : [],
        );
  },
  isIndex: () => true,
  publish: (name) => name.toLowerCase(),
  titleOfName: (name) => titleFromName(withoutNumber(name)),
  languageSuffix: true,
  numbers: withoutNumber,
  pieces: /(?:^|\/)_/,
});

function withoutNumber(name: string): string {
  return name.replace(/^\d+\.(?=.)/, '');
}

/** `user` for a whole installation, '' for its folder `user` alone. */
function placeOf({ names, namesIn }: FolderView): 'user' | '' | null {
  if (names.includes('user') && namesIn('user').includes('pages')) return 'user';
  return names.includes('pages') && names.some((name) => /^(?:accounts|plugins|themes|blueprints)$/.test(name))
    ? ''
    : null;
}

function systemOf(folder: FolderView): Settings {
  return parseSettings('system.yaml', folder.text(`${configOf(folder)}/system.yaml`));
}

function configOf(folder: FolderView): string {
  return placeOf(folder) === 'user' ? 'user/config' : 'config';
}
