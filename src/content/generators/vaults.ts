/** Programs for notes, whose folders are vaults of notes that link to each other by name. */
import { decodePercent } from '../../text/decode_percent.ts';
import { type GeneratorDefinition, generator } from './generator.ts';
import { fileLike, firstFolder, type GeneratorRules, setting } from './generator_rules.ts';
import { settingsOfFiles } from './settings/find_setting.ts';
import { readScript } from './settings/read_script.ts';
import { textsAt } from './settings/settings.ts';

const NOTES: GeneratorDefinition = {
  isIndex: (name) => name === 'index',
  titleOfName: (name) => name,
  vault: true,
  ownAddressBelow: () => '',
};

/** Obsidian. Notes, properties and Publish: help.obsidian.md. The `permalink` of a translated note is relative to its language folder. */
export const obsidian: GeneratorRules = generator('obsidian', {
  ...NOTES,
  file: /^\.obsidian$/,
  navigation: () => ({
    menus: /\.canvas$/,
    automatic: /^[ \t]*```(?:dataview|dataviewjs|base|query|tasks)\b/m,
    listed: ['*.base'],
  }),
});

const QUARTZ = /^quartz\.(?:config\.ts|layout\.ts|config\.ya?ml)$/;

/**
 * Quartz, which publishes a vault. Pages are in `content`: quartz.jzhao.xyz/authoring-content; spaces in names become hyphens;
 * `ignorePatterns`, which leaves out files: quartz.jzhao.xyz/configuration.
 */
export const quartz: GeneratorRules = generator('quartz', {
  ...NOTES,
  file: QUARTZ,
  places: ['content'],
  says(folder) {
    const find = settingsOfFiles(folder, ['quartz.config.ts']);
    const host = find('configuration.baseUrl');
    // Without a scheme: quartz.jzhao.xyz/configuration.
    const value = host?.value == null || /^https?:/.test(host.value) ? (host?.value ?? null) : `https://${host.value}`;
    return { address: host === null ? null : { ...host, value }, title: find('configuration.pageTitle') };
  },
  selection: (folder) => ({
    except: textsAt(readScript(folder, 'quartz.config.ts'), 'configuration', 'ignorePatterns'),
  }),
  publish: (name) => name.replace(/\s/g, '-').replaceAll('&', '-and-').replaceAll('%', '-percent').replace(/[?#]/g, ''),
  isIndex: (name, folder) => name === 'index' || (name === folder && name !== ''),
});

/**
 * Logseq. The folders of pages and journals are not part of addresses, `key:: value` lines are properties, and `___` in a
 * name is a slash: docs.logseq.com, "Properties" and "Namespaces".
 */
export const logseq: GeneratorRules = generator('logseq', {
  marks: ({ names, namesIn }) =>
    names.includes('logseq') && (names.includes('pages') || namesIn('logseq').includes('config.edn')),
  pages: (folder) => ({ root: '', folders: ['pages', 'journals'].filter((path) => folder.holdsPages(path)) }),
  settings: { mounts: [['pages', '']] },
  isIndex: () => false,
  datedNames: true,
  publish: (name) => titleOfNote(name),
  titleOfName: titleOfNote,
  vault: true,
  namesNeedNoPage: true,
  head: 'property lines',
});

function titleOfNote(name: string): string {
  return decodePercent(name.replaceAll('___', '/'));
}

/** Dendron. Vaults: wiki.dendron.so, "Vaults"; links `[[label|target]]`: "Wiki Links". A dot in a name is a level of the hierarchy. */
export const dendron: GeneratorRules = generator('dendron', {
  file: /^dendron\.yml$/,
  keys: {
    address: ['publishing.siteUrl', 'site.siteUrl'],
    base: ['publishing.assetsPrefix', 'site.assetsPrefix'],
    title: ['publishing.seo.title', 'site.title'],
  },
  pages: (folder) =>
    firstFolder(folder, [
      setting(folder.text('dendron.yml'), /^[ \t]*-?[ \t]*fsPath:\s*["']?([\w./-]+)/m),
      ...['vault', 'notes'],
    ]),
  isIndex: () => false,
  datesAreTimes: true,
  titleOfName: (name) => name.slice(name.lastIndexOf('.') + 1),
  vault: true,
  labelFirst: true,
});

/**
 * A wiki of GitHub or Gollum. Pages have no folders in their addresses, `Home` is the root, and links are
 * `[[label|page]]`: docs.github.com/en/communities/documenting-your-project-with-wikis and github.com/gollum/gollum/wiki.
 */
export const githubwiki: GeneratorRules = generator('githubwiki', {
  marks: (folder) =>
    fileLike(folder, /^Home\.(?:md|markdown)$/) !== '' &&
    fileLike(folder, /^_(?:Sidebar|Footer)\.(?:md|markdown)$/) !== '',
  settings: { patterns: [{ folder: '', posts: false, pattern: ':page' }] },
  patternValues: ({ name }) => ({ page: name.replace(/\s+/g, '-') }),
  isIndex: (name, folder) => name === 'Home' && folder === '',
  titleOfName: (name) => name.replace(/-/g, ' '),
  labelFirst: true,
  vault: true,
  pieces: /(?:^|\/)_(?:Sidebar|Footer|Header)\.(?:md|markdown)$/,
});
