import { byCodePoint } from '../../text/by_code_point.ts';
import { generator } from './generator.ts';
import {
  type FolderView,
  folderPath,
  type GeneratorRules,
  type Mount,
  pathIn,
  type Setting,
} from './generator_rules.ts';
import { lineOf, settingsOfFiles } from './settings/find_setting.ts';
import { listAt, parseSettings, type Settings, textAt, textsAt, valueAt } from './settings/settings.ts';

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
  mounts: (_files, folder) =>
    componentsOf(folder).flatMap((place) => {
      const settings = settingsOf(folder, place);
      const component = textAt(settings, 'name') ?? '';
      // Antora 2 left out the version `master`.
      const version = (textAt(settings, 'version') ?? '').replace(/^(?:master|true|false)$/, '');
      return modulesOf(folder, place).map((name): Mount => {
        const parts = [component, version, name].filter((part) => part !== '' && part !== 'ROOT');
        return [place === '' ? `${name}/pages` : `${place}/modules/${name}/pages`, parts.join('/')];
      });
    }),
  says(folder) {
    const find = settingsOfFiles(folder, PLAYBOOKS);
    const title =
      find('site.title') ?? settingsOfFiles(folder, [pathIn(componentsOf(folder)[0] ?? '', 'antora.yml')])('title');
    return { address: find('site.url'), title, folders: sourcesOf(folder) };
  },
  addressStyle(folder) {
    const style = textAt(playbookOf(folder), 'urls', 'html_extension_style');
    return style === 'indexify' ? 'slash' : style === 'drop' ? 'bare' : 'html';
  },
  isIndex: (name) => name === 'index',
  slashOfIndex: true,
  // Names with an underscore are not published.
  pieces: /(?:^|\/)_/,
});

function settingsOf(folder: FolderView, component: string): Settings {
  return parseSettings('antora.yml', folder.text(pathIn(component, 'antora.yml')));
}

function playbookFile({ names }: FolderView): string {
  return PLAYBOOKS.find((each) => names.includes(each)) ?? '';
}

function playbookOf(folder: FolderView): Settings {
  return parseSettings('antora.yml', folder.text(playbookFile(folder)));
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
  return listAt(playbookOf(folder), 'content', 'sources').flatMap((source) => {
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
