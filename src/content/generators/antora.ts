import { type FolderView, type GeneratorRules, type Mount, pathOfAddress } from './generator_rules.ts';
import { parseSettings, type Settings, textAt } from './settings/parse_settings.ts';

const PLAYBOOKS = ['antora-playbook.yml', 'antora-playbook.yaml', 'site.yml', 'playbook.yml'];

/**
 * Antora with pages in Markdown. A component is the folder with `antora.yml`; its pages are in `modules/MODULE/pages`, and other
 * folders of a module, such as `partials`, have none: docs.antora.org/antora/latest/standard-directories. Addresses are
 * `/component/version/module/page.html`, without the parts `ROOT`, and without a version that is empty:
 * docs.antora.org/antora/latest/how-antora-builds-urls. `urls.html_extension_style` is in the playbook:
 * docs.antora.org/antora/latest/playbook/urls-html-extension-style.
 */
export const antora: GeneratorRules = {
  name: 'antora',
  marks: ({ names }) => names.includes('antora.yml') && names.includes('modules'),
  pages: (folder) => ({ root: 'modules', folders: modulesOf(folder).map((name) => `${name}/pages`) }),
  mounts(_files, folder) {
    const settings = settingsOf(folder);
    const component = textAt(settings, 'name') ?? '';
    // Antora 2 left out the version `master`.
    const version = (textAt(settings, 'version') ?? '').replace(/^(?:master|true|false)$/, '');
    return modulesOf(folder).map((name): Mount => {
      const parts = [component, version, name].filter((part) => part !== '' && part !== 'ROOT');
      return [`${name}/pages`, parts.join('/')];
    });
  },
  siteTitle: (folder) => textAt(settingsOf(folder), 'title'),
  base: (folder) => pathOfAddress(textAt(playbookOf(folder), 'site', 'url')),
  addressStyle(folder) {
    const style = textAt(playbookOf(folder), 'urls', 'html_extension_style');
    return style === 'indexify' ? 'slash' : style === 'drop' ? 'bare' : 'html';
  },
  isIndex: (name) => name === 'index',
  slashOfIndex: true,
  numbers: 'kept',
  dates: 'kept',
  // Names with an underscore are not published.
  pieces: /(?:^|\/)_/,
};

function settingsOf(folder: FolderView): Settings {
  return parseSettings('antora.yml', folder.text('antora.yml'));
}

function playbookOf(folder: FolderView): Settings {
  const name = PLAYBOOKS.find((each) => folder.names.includes(each));
  return name === undefined ? {} : parseSettings(name, folder.text(name));
}

/** The modules with pages. */
function modulesOf(folder: FolderView): string[] {
  return folder.namesIn('modules').filter((name) => folder.holdsPages(`modules/${name}/pages`));
}
