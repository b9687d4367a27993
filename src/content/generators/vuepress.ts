import { plainSlug } from '../site/address_pattern.ts';
import { vueAnchors } from './anchor_rules.ts';
import { type FolderView, type GeneratorRules, pathOfAddress, setting } from './generator_rules.ts';
import { scriptLocales } from './vitepress.ts';

/**
 * VuePress. Pages and `permalinkPattern`: vuepress.vuejs.org/guide/page.html and vuepress.vuejs.org/reference/config.html; version 1:
 * v1.vuepress.vuejs.org/guide/permalinks.html. A date before a name is the page's date and stays in the address.
 */
export const vuepress: GeneratorRules = {
  name: 'vuepress',
  marks: ({ names }) => names.includes('.vuepress'),
  language: (folder) =>
    setting(settingsOf(folder), /['"]\/['"]:\s*\{[^{}]{0,500}?\blang:\s*['"]([\w-]+)['"]/) ??
    setting(settingsOf(folder), /\blang:\s*['"]([\w-]+)['"]/),
  languages: (folder) => scriptLocales(settingsOf(folder)),
  base: (folder) => pathOfAddress(setting(settingsOf(folder), /\bbase:\s*['"](\/[^'"]*)['"]/)),
  addressStyle: () => 'html',
  patterns(folder) {
    const pattern =
      setting(settingsOf(folder), /\bpermalinkPattern:\s*['"]([^'"\n]+)['"]/) ??
      setting(settingsOf(folder), /^[ \t]{0,4}permalink:\s*['"]([^'"\n]*:[^'"\n]+)['"]/m);
    return pattern === null || /:regular/.test(pattern) ? [] : [{ folder: '', posts: false, pattern }];
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

function settingsOf(folder: FolderView): string {
  const name = folder.namesIn('.vuepress').find((each) => /^config\.[cm]?[jt]s$/.test(each));
  return name === undefined ? '' : folder.text(`.vuepress/${name}`);
}
