import { languageTag } from '../markdown/page_fields.ts';
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
  setting,
  trimPath,
} from './generator_rules.ts';

/** A rule of `rewrites`: `'source': 'target'`. */
const REWRITE = /['"]([^'"\n]{1,200})['"]\s*:\s*['"]([^'"\n]{1,200})['"]/g;

/**
 * VitePress. Pages, `srcDir`, `cleanUrls` and `rewrites`: vitepress.dev/guide/routing; languages: vitepress.dev/guide/i18n.
 * File names are published unchanged, and only `index` stands for its folder.
 */
export const vitepress: GeneratorRules = {
  name: 'vitepress',
  marks: ({ names }) => names.includes('.vitepress'),
  pages(folder) {
    const named = setting(settingsOf(folder), /\bsrcDir:\s*['"]([\w./-]+)['"]/);
    const guessed = !folder.names.includes('index.md') && folder.namesIn('src').includes('index.md') ? 'src' : null;
    return firstFolder(folder, [named, guessed, '']);
  },
  selection(folder) {
    const listed = setting(settingsOf(folder), /\bsrcExclude:\s*\[([^\]]{0,2000})\]/) ?? '';
    const patterns = [...listed.matchAll(/['"]([^'"\n]{1,200})['"]/g)].map(([, pattern]) => `/${pattern}`);
    return { only: null, except: patterns };
  },
  language: (folder) => setting(settingsOf(folder), /\blang:\s*['"]([\w-]+)['"]/),
  languages: (folder) => scriptLocales(settingsOf(folder)),
  base: (folder) => pathOfAddress(setting(settingsOf(folder), /\bbase:\s*['"](\/[^'"]*)['"]/)),
  addressStyle: (folder) => (/\bcleanUrls:\s*true\b/.test(settingsOf(folder)) ? 'bare' : 'html'),
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
  numbers: 'kept',
  dates: 'kept',
  anchors: vueAnchors,
};

function settingsOf(folder: FolderView): string {
  const names = folder.namesIn('.vitepress');
  const name = names.find((each) => /^config\.[cm]?[jt]s$/.test(each));
  if (name !== undefined) return folder.text(`.vitepress/${name}`);
  const inner = folder.namesIn('.vitepress/config').find((each) => /^index\.[cm]?[jt]s$/.test(each));
  return inner === undefined ? '' : folder.text(`.vitepress/config/${inner}`);
}

function rewritten(target: string, style: AddressStyle): string {
  const bare = target.replace(/\.md$/, '');
  return bare.replace(/(^|\/)index$/, '$1') + (style === 'html' && !/(?:^|\/)index$/.test(bare) ? '.html' : '');
}

function rewritesOf(folder: FolderView): (readonly [source: string, target: string])[] {
  const text = setting(settingsOf(folder), /\brewrites:\s*\{([^{}]{0,5000})\}/) ?? '';
  return [...text.matchAll(REWRITE)].map(([, source, target]) => [trimPath(source!), trimPath(target!)] as const);
}

/**
 * The language folders of `locales: { fr: { lang: 'fr-FR' } }` in a script; `root` and `/` are the site's own. Null when
 * there are none.
 */
export function scriptLocales(script: string): LanguageFolder[] | null {
  const found: LanguageFolder[] = [];
  for (const [, written, code] of script.matchAll(
    /(?<![\w/-])['"]?(\/?[A-Za-z]{2,3}(?:-[A-Za-z]{2,4})?\/?)['"]?:\s*\{[^{}]{0,500}?\blang:\s*['"]([\w-]+)['"]/g,
  )) {
    const folder = trimPath(written!);
    const tag = languageTag(code!);
    if (tag !== null && !found.some(([known]) => known === folder)) found.push([folder, tag]);
  }
  return found.length === 0 ? null : found;
}
