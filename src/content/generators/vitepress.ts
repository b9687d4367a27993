import { languageTag } from '../markdown/front_matter/page_fields.ts';
import { vueAnchors } from './anchor_rules.ts';
import {
  type AddressPattern,
  type AddressStyle,
  type FolderView,
  firstFolder,
  type GeneratorRules,
  type LanguageFolder,
  type Mount,
  pathOfAddress,
  trimPath,
} from './generator_rules.ts';
import { readScript } from './settings/read_script.ts';
import { entriesOf, itemsOf, memberOf, type ScriptValue, textOf } from './settings/script_value.ts';

/**
 * VitePress. Pages, `srcDir`, `cleanUrls` and `rewrites`: vitepress.dev/guide/routing; languages: vitepress.dev/guide/i18n.
 * File names are published unchanged, and only `index` stands for its folder, whose address ends with a slash also with `cleanUrls`.
 */
export const vitepress: GeneratorRules = {
  name: 'vitepress',
  marks: ({ names }) => names.includes('.vitepress'),
  pages(folder) {
    const named = textOf(settingsOf(folder), 'srcDir');
    const guessed = !folder.names.includes('index.md') && folder.namesIn('src').includes('index.md') ? 'src' : null;
    return firstFolder(folder, [named, guessed, '']);
  },
  selection(folder) {
    const patterns = itemsOf(settingsOf(folder), 'srcExclude').filter((pattern) => typeof pattern === 'string');
    return { only: null, except: patterns.map((pattern) => `/${pattern}`) };
  },
  siteTitle: (folder) => textOf(settingsOf(folder), 'title'),
  language: (folder) => {
    const settings = settingsOf(folder);
    return rootLanguage(memberOf(settings, 'locales')) ?? textOf(settings, 'lang');
  },
  languages(folder) {
    const locales = localesOf(memberOf(settingsOf(folder), 'locales'));
    const language = languageTag(vitepress.language!(folder) ?? '');
    if (locales === null || language === null) return locales;
    // A folder of the site's own language that rewrites bring to the root: `en/:rest*` to `:rest*`.
    const own = vitepress.mounts!([], folder).filter(([place, address]) => place !== '' && address === '');
    return [...locales, ...own.map(([place]): LanguageFolder => [place, language])];
  },
  base: (folder) => pathOfAddress(textOf(settingsOf(folder), 'base')),
  addressStyle: (folder) => (memberOf(settingsOf(folder), 'cleanUrls') === true ? 'bare' : 'html'),
  mounts: (_files, folder) =>
    rewritesOf(folder).flatMap(([source, target]): Mount[] => {
      // `packages/:pkg/docs/:page*` has parameters, a plain path has none.
      const rest = /^(.*?)\/?:(\w+)[(*]/.exec(source);
      if (rest === null || rest[1]!.includes(':')) return [];
      const kept = new RegExp(`^(.*?)\\/?:${rest[2]}\\b`).exec(target);
      return kept === null || kept[1]!.includes(':') ? [] : [[trimPath(rest[1]!), trimPath(kept[1]!)]];
    }),
  patterns: (folder) =>
    rewritesOf(folder).flatMap(([source, target]): AddressPattern[] =>
      /[:*(]/.test(source + target) || !source.endsWith('.md')
        ? []
        : [{ folder: source, posts: false, pattern: rewritten(target, vitepress.addressStyle!(folder)) }],
    ),
  inclusion: {
    mark: '@include',
    pattern:
      /^[ \t]*<!--[ \t]*@include:[ \t]*(?<path>[^{}#<>]+?)(?:#(?<anchor>[\w-]+))?(?:\{(?<part>[\d,]*)\})?[ \t]*-->[ \t]*$/,
    from: ['file', 'root'],
  },
  isIndex: (name) => name === 'index',
  slashOfIndex: true,
  numbers: 'kept',
  dates: 'kept',
  anchors: vueAnchors,
};

function settingsOf(folder: FolderView): ScriptValue {
  const names = folder.namesIn('.vitepress');
  const name = names.find((each) => /^config\.[cm]?[jt]s$/.test(each));
  if (name !== undefined) return readScript(folder, `.vitepress/${name}`);
  const inner = folder.namesIn('.vitepress/config').find((each) => /^index\.[cm]?[jt]s$/.test(each));
  return inner === undefined ? null : readScript(folder, `.vitepress/config/${inner}`);
}

function rewritten(target: string, style: AddressStyle): string {
  const bare = target.replace(/\.md$/, '');
  return bare.replace(/(^|\/)index$/, '$1') + (style === 'html' && !/(?:^|\/)index$/.test(bare) ? '.html' : '');
}

function rewritesOf(folder: FolderView): (readonly [source: string, target: string])[] {
  return entriesOf(settingsOf(folder), 'rewrites').flatMap(([source, target]) =>
    typeof target === 'string' ? [[trimPath(source), trimPath(target)] as const] : [],
  );
}

/**
 * The language folders of `{ root: {}, fr: { lang: 'fr-FR' } }`; `root` and `/` are the site's own. The folder's name is the language
 * when none is given. Null when there are none.
 */
export function localesOf(locales: ScriptValue): LanguageFolder[] | null {
  const found = entriesOf(locales).flatMap(([written, locale]): LanguageFolder[] => {
    const folder = trimPath(written);
    const tag = folder === '' || folder === 'root' ? null : languageTag(textOf(locale, 'lang') ?? folder);
    return tag === null ? [] : [[folder, tag]];
  });
  return found.length === 0 ? null : found;
}

/** The language of the site's own pages in such a record. */
export function rootLanguage(locales: ScriptValue): string | null {
  return textOf(locales, 'root', 'lang') ?? textOf(locales, '/', 'lang');
}
