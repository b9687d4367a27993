import { plainSlug } from '../site/address_pattern.ts';
import { vueAnchors } from './anchor_rules.ts';
import { type FolderView, type GeneratorRules, pathOfAddress } from './generator_rules.ts';
import { readScript } from './settings/read_script.ts';
import { memberOf, type ScriptValue, textOf } from './settings/script_value.ts';
import { localesOf, rootLanguage } from './vitepress.ts';

/**
 * VuePress. Pages and `permalinkPattern`: vuepress.vuejs.org/guide/page.html and vuepress.vuejs.org/reference/config.html; version 1:
 * v1.vuepress.vuejs.org/guide/permalinks.html. A date before a name is the page's date and stays in the address.
 */
export const vuepress: GeneratorRules = {
  name: 'vuepress',
  marks: ({ names }) => names.includes('.vuepress'),
  siteTitle: (folder) => textOf(settingsOf(folder), 'title') ?? textOf(settingsOf(folder), 'locales', '/', 'title'),
  language: (folder) => {
    const settings = settingsOf(folder);
    return rootLanguage(memberOf(settings, 'locales')) ?? textOf(settings, 'lang');
  },
  languages: (folder) => localesOf(memberOf(settingsOf(folder), 'locales')),
  base: (folder) => pathOfAddress(textOf(settingsOf(folder), 'base')),
  addressStyle: () => 'html',
  patterns(folder) {
    const settings = settingsOf(folder);
    const pattern = textOf(settings, 'permalinkPattern') ?? textOf(settings, 'permalink');
    return pattern === null || !pattern.includes(':') || /:regular/.test(pattern)
      ? []
      : [{ folder: '', posts: false, pattern }];
  },
  patternValues: ({ folders, name, bare }) => ({
    ...{ slug: plainSlug(bare) || name, raw: [...folders, name].join('/'), regular: [...folders, name].join('/') },
  }),
  isIndex: (name) => /^(?:index|readme)$/i.test(name),
  numbers: 'kept',
  dates: 'kept',
  datedNames: true,
  anchors: vueAnchors,
};

function settingsOf(folder: FolderView): ScriptValue {
  const name = folder.namesIn('.vuepress').find((each) => /^config\.[cm]?[jt]s$/.test(each));
  return name === undefined ? null : readScript(folder, `.vuepress/${name}`);
}
