import { type FolderView, firstFolder, type GeneratorRules, type Mount, setting, trimPath } from './generator_rules.ts';
import { parseSettings, type Settings, textAt, textsAt, valueAt } from './settings/parse_settings.ts';

const PUBLISHING = '.openpublishing.publish.config.json';
const REDIRECTION = '.openpublishing.redirection.json';

/**
 * DocFX, and Microsoft Learn, which builds several folders of DocFX. Settings of DocFX, with `src`, `dest` and `exclude`:
 * dotnet.github.io/docfx/reference/docfx-json-reference.html. Learn's settings name the folders to build, but not the path at
 * which it serves them: the path of the breadcrumb does, and the site's own links where they differ from it. Old addresses on Learn:
 * learn.microsoft.com/en-us/contribute/content/how-to-write-workflows-major#redirections. Code of other files, `[!code-cs[](a.cs#name)]`:
 * dotnet.github.io/docfx/docs/markdown.html#code-snippet.
 */
export const docfx: GeneratorRules = {
  name: 'docfx',
  marks: ({ names }) => names.includes('docfx.json') || names.includes(PUBLISHING),
  pages: (folder) => {
    const docsets = docsetsOf(folder);
    if (docsets.length > 1) return { root: '', folders: docsets };
    return firstFolder(folder, [
      docsets[0] ?? null,
      ...['articles', 'docs', 'documentation'].filter(() => !folder.names.includes('docfx.json')),
    ]);
  },
  selection(folder) {
    const place = docfx.pages!(folder);
    if (place.folders !== null) return null;
    const settings = settingsOf(folder, place.root);
    const except = contentsOf(settings).flatMap((each) => {
      const source = sourceOf(each);
      return textsAt(each, 'exclude').map((pattern) => anchored(source, pattern));
    });
    return { only: null, except };
  },
  mounts(_files, folder) {
    const place = docfx.pages!(folder);
    const isLearn = folder.names.includes(PUBLISHING);
    if (place.folders !== null) return place.folders.map((each): Mount => [each, breadcrumbOf(folder, each) ?? each]);
    if (isLearn) return learnMounts(folder, place.root);
    return contentsOf(settingsOf(folder, place.root)).flatMap((each): Mount[] => {
      const source = sourceOf(each);
      const target = textAt(each, 'dest');
      return target === null && source === '' ? [] : [[source, trimPath(target ?? '')]];
    });
  },
  namesOfSite(folder) {
    const docsets = valueAt(parseSettings(PUBLISHING, folder.text(PUBLISHING)), 'docsets_to_publish');
    return (Array.isArray(docsets) ? docsets : []).flatMap((each) => textAt(each, 'docset_name') ?? []);
  },
  redirects(folder) {
    const { root } = docfx.pages!(folder);
    const listed = valueAt(parseSettings(REDIRECTION, folder.text(REDIRECTION)), 'redirections');
    const places = docfx.mounts!([], folder);
    return (Array.isArray(listed) ? listed : []).flatMap((each): [string, string][] => {
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
  inclusion: {
    mark: '[!code',
    pattern:
      /^[ \t>]*\[!code(?<code>(?:-[\w+#-]*)?)[ \t]*\[[^\]\n]{0,300}\]\([ \t]*(?<path>[^()\s?#"]+)(?:(?<part>[?#][^()\s"]*))?(?:[ \t]+"[^"\n]*")?[ \t]*\)[ \t]*\][ \t]*$/i,
    from: ['file', 'root'],
  },
  isIndex: (name) => /^index$/i.test(name),
  slashOfIndex: true,
  numbers: 'kept',
  dates: 'kept',
  // Markdig's `AutoIdentifierOptions.GitHub`.
  anchors: {
    slug: (text) =>
      text
        .replace(/[^\p{L}\p{Nd} _-]/gu, '')
        .replaceAll(' ', '-')
        .toLowerCase(),
  },
};

/** The folders that Learn builds, as far as they contain pages. */
function docsetsOf(folder: FolderView): string[] {
  const docsets = valueAt(parseSettings(PUBLISHING, folder.text(PUBLISHING)), 'docsets_to_publish');
  const folders = (Array.isArray(docsets) ? docsets : []).map((each) => textAt(each, 'build_source_folder') ?? '');
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
  return parseSettings('docfx.json', folder.text(root === '' ? 'docfx.json' : `${root}/docfx.json`));
}

function contentsOf(settings: Settings): readonly unknown[] {
  const contents = valueAt(settings, 'build', 'content');
  return Array.isArray(contents) ? contents : [];
}

function sourceOf(content: unknown): string {
  const source = textAt(content, 'src') ?? '';
  return source.includes('..') ? '' : trimPath(source);
}

/** A pattern of `docfx.json`, which is relative to a folder. */
function anchored(folder: string, pattern: string): string {
  return `/${folder === '' ? '' : `${folder}/`}${pattern.replace(/^\.?\//, '')}`;
}

/** The folder of the site's breadcrumb: `office/vba` of `/office/vba/breadcrumb/toc.json`. */
function breadcrumbOf(folder: FolderView, root: string): string | null {
  const written = textAt(settingsOf(folder, root), 'build', 'globalmetadata', 'breadcrumb_path') ?? '';
  const own = setting(written, /^\/(.+)\/_?(?:bread)[\w-]*\/toc\.(?:json|yml)$/i);
  if (own !== null || !written.startsWith('~/') || written.includes('..')) return own;
  const toc = folder.text(`${root === '' ? '' : `${root}/`}${written.slice(2)}`);
  const named = setting(toc, /\btocHref:\s*["']?\/([\w./-]+)/);
  return named === null ? null : trimPath(named);
}
