import { posix } from 'node:path';
import { lineInclusion } from '../files/inclusions.ts';
import { generator } from './generator.ts';
import {
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
import { listAt, parseSettings, type Settings, settingsIn, textAt, textsAt } from './settings/settings.ts';

const PUBLISHING = '.openpublishing.publish.config.json';
const REDIRECTION = '.openpublishing.redirection.json';

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
  selection(folder) {
    const place = docfx.pages(folder);
    if (docsetsOf(folder).length > 1) return null;
    const settings = settingsOf(folder, place.root);
    const except = contentsOf(settings).flatMap((each) => {
      const source = sourceOf(each);
      return textsAt(each, 'exclude').map((pattern) => anchored(source, pattern));
    });
    return { only: null, except };
  },
  mounts(_files, folder) {
    const place = docfx.pages(folder);
    const isLearn = folder.names.includes(PUBLISHING);
    const docsets = docsetsOf(folder);
    if (docsets.length > 1) return docsets.map((each): Mount => [each, breadcrumbOf(folder, each) ?? each]);
    if (isLearn) return learnMounts(folder, place.root);
    return contentsOf(settingsOf(folder, place.root)).flatMap((each): Mount[] => {
      const source = sourceOf(each);
      const target = textAt(each, 'dest');
      return target === null && source === '' ? [] : [[source, trimPath(target ?? '')]];
    });
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
    };
  },
  namesOfSite(folder) {
    return publishedDocsets(folder).flatMap((each) => textAt(each, 'docset_name') ?? []);
  },
  redirects(folder) {
    const { root } = docfx.pages(folder);
    const listed = listAt(settingsIn(folder, [REDIRECTION]), 'redirections');
    const places = docfx.mounts([], folder);
    return listed.flatMap((each): [string, string][] => {
      const [source, target] = [textAt(each, 'source_path'), textAt(each, 'redirect_url')];
      if (source === null || target === null || !/\.(?:md|yml)$/.test(source)) return [];
      const file = root !== '' && source.startsWith(`${root}/`) ? source.slice(root.length + 1) : source;
      const [folderOfMount, address] = places.find(([path]) => path === '' || file.startsWith(`${path}/`)) ?? ['', ''];
      const below = file.slice(folderOfMount.length).replace(/(?:(?<=\/|^)index)?\.\w+$/, '');
      return [[`/${trimPath(`${address}/${trimPath(below)}`)}`, target]];
    });
  },
  addressStyle: (folder) => (folder.names.includes(PUBLISHING) ? 'bare' : 'html'),
  language: (folder) => setting(folder.text(PUBLISHING), /"locale"\s*:\s*"([\w-]+)"/),
  inclusion: lineInclusion(
    '[!code',
    /^[ \t>]*\[!code(?<code>(?:-[\w+#-]*)?)[ \t]*\[[^\]\n]{0,300}\]\([ \t]*(?<path>[^()\s?#"]+)(?:(?<part>[?#][^()\s"]*))?(?:[ \t]+"[^"\n]*")?[ \t]*\)[ \t]*\][ \t]*$/i,
    ['file', 'root'],
  ),
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
  return parseSettings('docfx.json', folder.text(pathIn(root, 'docfx.json')));
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

/** A pattern of `docfx.json`, which is relative to a folder. */
function anchored(folder: string, pattern: string): string {
  return `/${pathIn(folder, pattern.replace(/^\.?\//, ''))}`;
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
