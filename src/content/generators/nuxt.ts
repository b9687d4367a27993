import { githubAnchors, hyphenated } from './anchor_rules.ts';
import {
  type FolderView,
  firstFolder,
  type GeneratorRules,
  type Mount,
  pathOfAddress,
  trimPath,
} from './generator_rules.ts';
import { readScript } from './settings/read_script.ts';
import { entriesOf, memberOf, textOf } from './settings/script_value.ts';

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
export const nuxt: GeneratorRules = {
  name: 'nuxt',
  marks: (folder) =>
    (folder.names.some((name) => SETTINGS.test(name)) &&
      (FOLDERS.some((path) => folder.holdsPages(path)) || /"@nuxt\/content"/.test(folder.text('package.json')))) ||
    isNumbered(folder),
  pages: (folder) => firstFolder(folder, FOLDERS),
  base: (folder) => pathOfAddress(textOf(readScript(folder, settingsFile(folder)), 'app', 'baseURL')),
  redirects(folder) {
    const rules = entriesOf(readScript(folder, settingsFile(folder)), 'routeRules');
    return rules.flatMap(([from, rule]) => {
      const to = textOf(rule, 'redirect') ?? textOf(rule, 'redirect', 'to');
      return to === null ? [] : [[from, to] as const];
    });
  },
  mounts: (_files, folder) =>
    entriesOf(readScript(folder, 'content.config.ts'), 'collections').flatMap(([, collection]): Mount[] => {
      const source = memberOf(collection, 'source');
      const prefix = textOf(source, 'prefix');
      const fixed = /^((?:[^*{}!]+\/)?)\*\*/.exec(textOf(source, 'include') ?? '')?.[1];
      return prefix === null || fixed === undefined ? [] : [[trimPath(fixed), trimPath(prefix)]];
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
  dates: 'kept',
  pieces: /(?:^|\/)-|\.draft\.md$/,
  // As on GitHub, with single hyphens, and `_` before a leading digit: github.com/nuxt-content/mdc.
  anchors: { slug: (text) => hyphenated(githubAnchors.slug(text)).replace(/^(?=\d)/, '_'), also: [githubAnchors] },
};

function settingsFile({ names }: FolderView): string {
  return names.find((name) => SETTINGS.test(name)) ?? '';
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
