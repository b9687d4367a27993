/** Generators of documentation that is in several places of a project: DocFX, with Microsoft Learn, and Antora. */
import { posix } from 'node:path';
import { byCodePoint } from '../../text/by_code_point.ts';
import { docfxInclusion } from '../files/inclusion_forms.ts';
import { generator } from './generator.ts';
import {
  type AddressStyle,
  type FolderView,
  firstFolder,
  folderPath,
  type GeneratorRules,
  type Mount,
  pathIn,
  type Setting,
  setting,
  trimPath,
} from './generator_rules.ts';
import { lineOf, settingsOfFiles } from './settings/find_setting.ts';
import { listAt, pairsIn, type Settings, settingsIn, textAt, textsAt, valueAt } from './settings/settings.ts';

const PUBLISHING = '.openpublishing.publish.config.json';
const REDIRECTION = '.openpublishing.redirection.json';

/** A table of contents: dotnet.github.io/docfx/docs/table-of-contents.html. */
const TABLE = /^toc\.(?:ya?ml|md|json)$/i;
/** Such tables, and pages with lists of links, which are YAML as well. */
const MENUS = /\.ya?ml$|(?:^|\/)toc\.\w+$/i;
/** Folders in which a table of contents is looked for. */
const MOST_FOLDERS = 200;

/**
 * DocFX, and Microsoft Learn, which builds several folders of DocFX. Settings of DocFX, with `src`, `dest` and `exclude`:
 * dotnet.github.io/docfx/reference/docfx-json-reference.html. Learn's settings name the folders to build, but not the path at
 * which it serves them: the path of the breadcrumb does, and the site's own links where they differ from it. Old addresses on Learn:
 * learn.microsoft.com/en-us/contribute/content/how-to-write-workflows-major#redirections. Code of other files, `[!code-cs[](a.cs#name)]`:
 * dotnet.github.io/docfx/docs/markdown.html#code-snippet.
 */
export const docfx: GeneratorRules = generator('docfx', {
  marks: ({ names }) => names.includes('docfx.json') || names.includes(PUBLISHING),
  pages: (folder) => {
    const docsets = docsetsOf(folder);
    if (docsets.length > 1) return { root: '', folders: docsets };
    const place = firstFolder(folder, [
      docsets[0] ?? null,
      ...['articles', 'docs', 'documentation'].filter(() => !folder.names.includes('docfx.json')),
    ]);
    const sources = contentsOf(settingsOf(folder, place.root)).map(sourceOf);
    const outside = sources.filter((path) => path.startsWith('..') && folder.holdsPages(posix.join(place.root, path)));
    return outside.length === 0 ? place : { ...place, folders: ['', ...new Set(outside)] };
  },
  selection(folder, root) {
    if (docsetsOf(folder).length > 1) return null;
    const except = contentsOf(settingsOf(folder, root)).flatMap((each) =>
      textsAt(each, 'exclude').map((pattern) => `/${pathIn(sourceOf(each), pattern.replace(/^\.?\//, ''))}`),
    );
    return { except };
  },
  says(folder) {
    const { root } = docfx.pages(folder);
    const file = pathIn(root, 'docfx.json');
    const find = settingsOfFiles(folder, [file]);
    const contents = contentsOf(settingsOf(folder, root));
    return {
      address: find('build.sitemap.baseUrl', 'build.globalMetadata._baseUrl'),
      title: find('build.globalMetadata._appTitle', 'build.globalMetadata._appName'),
      folders: contents.flatMap((each) => sourceSetting(folder, file, each)),
      language: setting(folder.text(PUBLISHING), /"locale"\s*:\s*"([\w-]+)"/),
    };
  },
  settings(folder, root) {
    const mounts = mountsOf(folder, root);
    return {
      addressStyle: folder.names.includes(PUBLISHING) ? 'bare' : 'html',
      mounts,
      namesOfSite: publishedDocsets(folder).flatMap((each) => textAt(each, 'docset_name') ?? []),
      redirects: redirectsOf(folder, root, mounts),
    };
  },
  inclusion: docfxInclusion,
  navigation(folder, root) {
    const folders = ['', ...folder.namesIn(root)].slice(0, MOST_FOLDERS).map((name) => trimPath(`${root}/${name}`));
    const hasTable = folders.some((path) => folder.namesIn(path).some((name) => TABLE.test(name)));
    return hasTable ? { menus: MENUS, automatic: /^auto:[ \t]*true/m, listed: [] } : null;
  },
  isIndex: (name) => /^index$/i.test(name),
  slashOfIndex: true,
  // Markdig's `AutoIdentifierOptions.GitHub`.
  anchors: {
    slug: (text) =>
      text
        .replace(/[^\p{L}\p{Nd} _-]/gu, '')
        .replaceAll(' ', '-')
        .toLowerCase(),
  },
});

function mountsOf(folder: FolderView, root: string): Mount[] {
  const docsets = docsetsOf(folder);
  if (docsets.length > 1) return docsets.map((each) => [each, breadcrumbOf(folder, each) ?? each]);
  if (folder.names.includes(PUBLISHING)) return learnMounts(folder, root);
  return contentsOf(settingsOf(folder, root)).flatMap((each): Mount[] => {
    const source = sourceOf(each);
    const group = textAt(each, 'group');
    const ofGroup = group === null ? null : textAt(settingsOf(folder, root), 'build', 'groups', group, 'dest');
    const target = trimPath(`${trimPath(ofGroup ?? '')}/${trimPath(textAt(each, 'dest') ?? '')}`);
    return target === '' && source === '' ? [] : [[source, target]];
  });
}

function redirectsOf(folder: FolderView, root: string, mounts: readonly Mount[]): [string, string][] {
  const listed = pairsIn(listAt(settingsIn(folder, [REDIRECTION]), 'redirections'), 'source_path', 'redirect_url');
  return listed.flatMap(([source, target]): [string, string][] => {
    if (!/\.(?:md|yml)$/.test(source)) return [];
    const file = root !== '' && source.startsWith(`${root}/`) ? source.slice(root.length + 1) : source;
    const [place, address] = mounts.find(([path]) => path === '' || file.startsWith(`${path}/`)) ?? ['', ''];
    const below = file.slice(place.length).replace(/(?:(?<=\/|^)index)?\.\w+$/, '');
    return [[`/${trimPath(`${address}/${trimPath(below)}`)}`, target]];
  });
}

function publishedDocsets(folder: FolderView): readonly unknown[] {
  return listAt(settingsIn(folder, [PUBLISHING]), 'docsets_to_publish');
}

/** The folders that Learn builds, as far as they contain pages. */
function docsetsOf(folder: FolderView): string[] {
  const folders = publishedDocsets(folder).map((each) => textAt(each, 'build_source_folder') ?? '');
  const inner = folders.filter((each) => each !== '' && !each.includes('..')).map((each) => trimPath(each));
  return [...new Set(inner)].filter((each) => each !== '' && folder.holdsPages(each));
}

/**
 * The folders of the only docset on Learn. The breadcrumb's path begins with that of the docset, and ends with the destination of
 * the content that it is part of: `/powershell` and `scripting` of `/powershell/scripting/bread/toc.json`. A destination that several
 * groups of versions share is that of none: Learn tells their pages apart by a query.
 */
function learnMounts(folder: FolderView, root: string): Mount[] {
  const breadcrumb = breadcrumbOf(folder, root) ?? '';
  const contents = contentsOf(settingsOf(folder, root)).map((each) => ({
    ...{ source: sourceOf(each), target: trimPath(textAt(each, 'dest') ?? ''), group: textAt(each, 'group') },
  }));
  const ending = contents
    .map(({ target }) => target)
    .filter((target) => target !== '' && breadcrumb.endsWith(`/${target}`))
    .reduce((longest, each) => (each.length > longest.length ? each : longest), '');
  const base = ending === '' ? breadcrumb : breadcrumb.slice(0, -ending.length - 1);
  const isShared = (target: string) =>
    new Set(contents.flatMap((each) => (each.target === target ? (each.group ?? []) : []))).size > 1;
  const inner = contents.flatMap(({ source, target }): Mount[] =>
    source === '' || target === '' || isShared(target) ? [] : [[source, trimPath(`${base}/${target}`)]],
  );
  return [['', base], ...inner];
}

function settingsOf(folder: FolderView, root: string): Settings {
  return settingsIn(folder, [pathIn(root, 'docfx.json')]);
}

function contentsOf(settings: Settings): readonly unknown[] {
  return listAt(settings, 'build', 'content');
}

function sourceOf(content: unknown): string {
  return folderPath(textAt(content, 'src') ?? textAt(content, 'cwd') ?? '');
}

/** The folder of a group of files as it is set; none when it is that of the settings. */
function sourceSetting(folder: FolderView, file: string, content: unknown): Setting[] {
  const value = sourceOf(content);
  return value === '' ? [] : [{ file, line: lineOf(folder.text(file), ['content', 'src'], value), key: 'src', value }];
}

/** The folder of the site's breadcrumb: `office/vba` of `/office/vba/breadcrumb/toc.json`. */
function breadcrumbOf(folder: FolderView, root: string): string | null {
  const written = textAt(settingsOf(folder, root), 'build', 'globalmetadata', 'breadcrumb_path') ?? '';
  const own = setting(written, /^\/(.+)\/_?(?:bread)[\w-]*\/toc\.(?:json|yml)$/i);
  if (own !== null || !written.startsWith('~/') || written.includes('..')) return own;
  const toc = folder.text(pathIn(root, written.slice(2)));
  const named = setting(toc, /\btocHref:\s*["']?\/([\w./-]+)/);
  return named === null ? null : trimPath(named);
}

const STYLES: ReadonlyMap<string, AddressStyle> = new Map([
  ['indexify', 'slash'],
  ['drop', 'bare'],
]);
const PLAYBOOKS = ['antora-playbook.yml', 'antora-playbook.yaml', 'site.yml', 'playbook.yml'];

/**
 * Antora with pages in Markdown. A component is the folder with `antora.yml`; its pages are in `modules/MODULE/pages`, and other
 * folders of a module, such as `partials`, have none: docs.antora.org/antora/latest/standard-directories. Addresses are
 * `/component/version/module/page.html`, without the parts `ROOT`, and without a version that is empty:
 * docs.antora.org/antora/latest/how-antora-builds-urls. `urls.html_extension_style` is in the playbook:
 * docs.antora.org/antora/latest/playbook/urls-html-extension-style.
 */
export const antora: GeneratorRules = generator('antora', {
  marks: (folder) => componentsOf(folder).length > 0,
  pages(folder) {
    const components = componentsOf(folder);
    if (components.length === 1 && components[0] === '')
      return { root: 'modules', folders: modulesOf(folder, '').map((name) => `${name}/pages`) };
    const folders = components.flatMap((place) =>
      modulesOf(folder, place).map((name) => `${place}/modules/${name}/pages`),
    );
    return { root: '', folders };
  },
  settings: (folder) => ({
    addressStyle:
      STYLES.get(textAt(settingsIn(folder, [playbookFile(folder)]), 'urls', 'html_extension_style') ?? '') ?? 'html',
    mounts: componentsOf(folder).flatMap((place) => {
      const settings = settingsIn(folder, [pathIn(place, 'antora.yml')]);
      const component = textAt(settings, 'name') ?? '';
      // Antora 2 left out the version `master`.
      const version = (textAt(settings, 'version') ?? '').replace(/^(?:master|true|false)$/, '');
      return modulesOf(folder, place).map((name): Mount => {
        const parts = [component, version, name].filter((part) => part !== '' && part !== 'ROOT');
        return [place === '' ? `${name}/pages` : `${place}/modules/${name}/pages`, parts.join('/')];
      });
    }),
  }),
  says(folder) {
    const find = settingsOfFiles(folder, PLAYBOOKS);
    const title =
      find('site.title') ?? settingsOfFiles(folder, [pathIn(componentsOf(folder)[0] ?? '', 'antora.yml')])('title');
    return { address: find('site.url'), title, folders: sourcesOf(folder) };
  },
  isIndex: (name) => name === 'index',
  slashOfIndex: true,
  // Names with an underscore are not published.
  pieces: /(?:^|\/)_/,
});

function playbookFile({ names }: FolderView): string {
  return PLAYBOOKS.find((each) => names.includes(each)) ?? '';
}

/** The folders with an `antora.yml`: that of the settings, else those that its playbook names in this project. */
function componentsOf(folder: FolderView): string[] {
  if (folder.names.includes('antora.yml') && folder.names.includes('modules')) return [''];
  const named = sourcesOf(folder).map(({ value }) => folderPath(value!));
  return [...new Set(named)].filter(
    (path) => modulesOf(folder, path).length > 0 && folder.text(pathIn(path, 'antora.yml')) !== '',
  );
}

/** The start paths of the sources that are folders, not repositories elsewhere: docs.antora.org/antora/latest/playbook/content-source-start-path. */
function sourcesOf(folder: FolderView): (Setting & { readonly value: string })[] {
  const file = playbookFile(folder);
  return listAt(settingsIn(folder, [file]), 'content', 'sources').flatMap((source) => {
    const url = textAt(source, 'url') ?? '';
    if (!/^\.{1,2}(?:\/|$)/.test(url)) return [];
    const key = valueAt(source, 'start_paths') === null ? 'start_path' : 'start_paths';
    const listed = textsAt(source, key).flatMap((path) => path.split(',').map((each) => each.trim()));
    return (listed.length === 0 ? [''] : listed)
      .flatMap((path) => expanded(folder, folderPath(`${url}/${path}`)))
      .map((value) => ({ file, line: lineOf(folder.text(file), ['sources', key], value), key, value }));
  });
}

/** The folders that `docs/*` means. */
function expanded(folder: FolderView, path: string): string[] {
  if (!path.endsWith('/*')) return path.includes('*') ? [] : [path];
  const above = path.slice(0, -2);
  const inner = folder.namesIn(above).filter((name) => folder.namesIn(`${above}/${name}`).includes('antora.yml'));
  return inner.toSorted(byCodePoint).map((name) => `${above}/${name}`);
}

/** The modules with pages. */
function modulesOf(folder: FolderView, component: string): string[] {
  const modules = pathIn(component, 'modules');
  return folder.namesIn(modules).filter((name) => folder.holdsPages(`${modules}/${name}/pages`));
}
