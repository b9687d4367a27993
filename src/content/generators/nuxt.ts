import { posix } from 'node:path';
import { githubAnchors, hyphenated } from './anchor_rules.ts';
import { generator, stated } from './generator.ts';
import {
  type FolderView,
  fileLike,
  firstFolder,
  folderPath,
  type GeneratorRules,
  type Mount,
  trimPath,
} from './generator_rules.ts';
import { memberSetting } from './settings/find_setting.ts';
import { readScript } from './settings/read_script.ts';
import { entriesAt, textAt, valueAt } from './settings/settings.ts';

const FOLDERS = ['content', 'docs/content'];
const SETTINGS = /^nuxt\.config\.[cm]?[jt]s$/;

/** Signs that become words: github.com/simov/slugify, which makes the addresses. */
const SIGNS: Readonly<Record<string, string>> = {
  ...{ $: 'dollar', '%': 'percent', '&': 'and', '<': 'less', '>': 'greater', '|': 'or' },
};

/**
 * Nuxt Content. Pages, number prefixes, which are never part of an address, `.draft`, and names that are published in lower case:
 * content.nuxt.com/docs/collections/types; files that begin with `-` or `.` are not read: content.nuxt.com/docs/files/markdown;
 * `prefix` of a source: content.nuxt.com/docs/collections/sources. A folder of pages whose site is elsewhere is known by its
 * `.navigation.yml`: content.nuxt.com/docs/utils/query-collection-navigation. Nuxt without pages in Markdown is not marked.
 */
export const nuxt: GeneratorRules = generator('nuxt', {
  marks: (folder) =>
    (fileLike(folder, SETTINGS) !== '' &&
      (FOLDERS.some((path) => folder.holdsPages(path)) || /"@nuxt\/content"/.test(folder.text('package.json')))) ||
    isNumbered(folder),
  pages(folder) {
    const place = firstFolder(folder, FOLDERS);
    const named = sourcesOf(folder).flatMap(({ path }) => path ?? []);
    return named.length === 0 ? place : { root: place.root, folders: [...(place.root === '' ? [] : ['']), ...named] };
  },
  says(folder) {
    return {
      ...stated(folder, [fileLike(folder, SETTINGS)], {
        ...{ base: ['app.baseURL'], title: ['site.name', 'app.head.title'] },
        address: ['site.url', 'runtimeConfig.public.siteUrl', 'sitemap.hostname'],
      }),
      folders: sourcesOf(folder).map(({ source }) => memberSetting(source, 'cwd', CONTENT_SETTINGS)),
    };
  },
  redirects(folder) {
    const rules = entriesAt(readScript(folder, fileLike(folder, SETTINGS)), 'routeRules');
    return rules.flatMap(([from, rule]) => {
      const to = textAt(rule, 'redirect') ?? textAt(rule, 'redirect', 'to');
      return to === null ? [] : [[from, to] as const];
    });
  },
  mounts: (_files, folder) =>
    sourcesOf(folder).flatMap(({ source, path }): Mount[] => {
      const prefix = textAt(source, 'prefix');
      const fixed = /^((?:[^*{}!]+\/)?)\*\*/.exec(textAt(source, 'include') ?? '')?.[1];
      if (fixed === undefined || (prefix === null && path === null)) return [];
      return [[trimPath(`${path ?? ''}/${fixed}`), trimPath(prefix ?? '')]];
    }),
  numbers: (name) => name.replace(/^\d+\.\s*(?=\S)/, ''),
  publish: (name) =>
    withoutDiacritics(name)
      .replace(/[$%&<>|]/g, (sign) => SIGNS[sign]!)
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}\s$*_+~.()'"!\-:@]+/gu, '')
      .trim()
      .replace(/\s+/g, '-'),
  isIndex: (name) => /^(?:\d+\.)?index$/.test(name),
  pieces: /(?:^|\/)-|\.draft\.md$/,
  // As on GitHub, with single hyphens, and `_` before a leading digit: github.com/nuxt-content/mdc.
  anchors: { slug: (text) => hyphenated(githubAnchors.slug(text)).replace(/^(?=\d)/, '_'), also: [githubAnchors] },
});

const CONTENT_SETTINGS = 'content.config.ts';

/** The sources of the collections, and the folders of those that name one, relative to that of the other pages. */
function sourcesOf(folder: FolderView): { readonly source: unknown; readonly path: string | null }[] {
  const collections = entriesAt(readScript(folder, CONTENT_SETTINGS), 'collections');
  const root = FOLDERS.find((path) => folder.holdsPages(path)) ?? '';
  return collections.flatMap(([, collection]) => {
    const source = valueAt(collection, 'source');
    return (Array.isArray(source) ? source : [source]).map((each) => {
      const named = textAt(each, 'cwd');
      return { source: each, path: named === null ? null : posix.relative(root, folderPath(named)) };
    });
  });
}

function withoutDiacritics(name: string): string {
  return name
    .normalize('NFD')
    .replace(/(?<=\p{Script=Latin})\p{M}+/gu, '')
    .normalize('NFC')
    .replaceAll('ß', 'ss');
}

/** Whether the folder is the top of such pages: one of its numbered folders says how the navigation shows it. */
function isNumbered(folder: FolderView): boolean {
  const numbered = folder.names.filter((name) => /^\d+\.[\w-]+$/.test(name)).slice(0, 20);
  return numbered.some((name) => folder.namesIn(name).includes('.navigation.yml'));
}
