import {
  type FolderView,
  firstFolder,
  type GeneratorRules,
  pathOfAddress,
  setting,
  trimPath,
} from './generator_rules.ts';

const SETTINGS = /^_config\.[cm]?[jt]s$/;
const IGNORE = /\.ignore\(\s*((?:["'][^"'\n]{1,200}["']\s*,?\s*){1,50})\)/g;

/**
 * Lume. `src`, `prettyUrls` and `location`: lume.land/docs/configuration/config-file; pages, and names with an underscore, which are
 * no pages: lume.land/docs/creating-pages/page-files; a date before a name, which is not part of the address:
 * lume.land/docs/creating-pages/page-files; `url`: lume.land/docs/creating-pages/urls.
 */
export const lume: GeneratorRules = {
  name: 'lume',
  marks: ({ names, text }) => {
    const name = names.find((each) => SETTINGS.test(each));
    return name !== undefined && /\blume\b/.test(text(name));
  },
  pages: (folder) => firstFolder(folder, [setting(settingsOf(folder), /\bsrc:\s*["']([\w./-]+)["']/), '']),
  selection: (folder) => ({
    only: null,
    except: [...settingsOf(folder).matchAll(IGNORE)].flatMap(([, listed]) =>
      [...listed!.matchAll(/["']([^"'\n]+)["']/g)].map(([, path]) => `/${trimPath(path!)}`),
    ),
  }),
  base: (folder) => pathOfAddress(setting(settingsOf(folder), /\blocation:\s*new URL\(\s*["']([^"'\n]+)["']/)),
  addressStyle: (folder) => (/\bprettyUrls:\s*false\b/.test(settingsOf(folder)) ? 'html' : 'slash'),
  // The plugin extract_order: lume.land/plugins/extract_order.
  numbers: (name) => name.replace(/^\d+\.(?=[^\d.])/, ''),
  keepsNumbers: (folder) => !/\bextractOrder\(/.test(settingsOf(folder)),
  dates: 'cut',
  isIndex: (name) => name === 'index',
  pieces: /(?:^|\/)_/,
};

function settingsOf(folder: FolderView): string {
  return folder.text(folder.names.find((name) => SETTINGS.test(name)) ?? '');
}
