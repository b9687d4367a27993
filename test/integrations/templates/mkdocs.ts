import { dirname, join } from 'node:path';
import { repositoryFile } from '../../fixtures/built_package.ts';
import { must, run } from '../../package/command.ts';
import { animalPages, animalSearches, type Template } from '../template.ts';

const settings = (theme: string, ...lines: string[]): string =>
  ['site_name: Animals', 'site_url: https://example.org/zoo/', ...lines, 'theme:', `  name: ${theme}`, ''].join('\n');

const pages: Readonly<Record<string, string>> = {
  'docs/index.md': '# Animals\n\nAll that live here.\n',
  ...Object.fromEntries(animalPages().map(([name, text]) => [`docs/guide/${name}.md`, text])),
  'docs/koala.md': '# The koala\n\nIt lives in trees.\n',
};

const translations: Readonly<Record<string, string>> = {
  'docs/index.fr.md': '# Les animaux\n\nTous ceux qui vivent ici.\n',
  'docs/koala.fr.md': '# Le koala\n\nIl habite les arbres.\n',
};
const withTranslations = `plugins:
  - i18n:
      docs_structure: suffix
      languages:
        - { locale: en, name: English, default: true }
        - { locale: fr, name: Français }
  - catchword
`;

/** Installs MkDocs with this project's package where only the site has it. */
function prepare(folder: string, major: readonly string[]): NodeJS.ProcessEnv | null {
  const programs = join(folder, 'venv', 'bin');
  must(folder, ['python3', '-m', 'venv', 'venv']);
  const install = [join(programs, 'pip'), 'install', '--quiet', '--disable-pip-version-check'];
  if (run(folder, [...install, ...major]).code !== 0) return null;
  must(folder, [...install, repositoryFile('packages/mkdocs')]);
  return { PATH: [programs, dirname(process.execPath), process.env.PATH].join(':'), NO_MKDOCS_2_WARNING: '1' };
}

const common = {
  package: 'mkdocs',
  prepare,
  build: ['mkdocs', 'build'],
  built: 'site',
  base: '/zoo/',
  rebuild: 1500,
  develop: (port: number) => ['mkdocs', 'serve', '--livereload', '--dev-addr', `localhost:${port}`],
};

export const material: Template = {
  ...common,
  generator: 'material',
  // Once for each language.
  rebuild: 2500,
  majors: [
    ['mkdocs-material==9.*', 'mkdocs==1.6.*', 'mkdocs-static-i18n'],
    ['mkdocs-material==9.5.18', 'mkdocs==1.5.*', 'mkdocs-static-i18n'],
  ],
  files: {
    'package.json': '{"private":true}',
    'mkdocs.yml': settings('material', withTranslations),
    ...pages,
    ...translations,
  },
  searches: [
    ...animalSearches((name) => `/zoo/guide/${name}/`),
    { q: 'koala', title: 'The koala', address: '/zoo/koala/' },
    { q: 'koala', on: 'fr/', title: 'Le koala', address: '/zoo/fr/koala/' },
  ],
  edited: { file: 'docs/guide/quokka.md', address: '/zoo/guide/quokka/' },
};

/** The theme of MkDocs, with names of files in its addresses. */
export const mkdocs: Template = {
  ...common,
  generator: 'mkdocs',
  majors: [['mkdocs==1.6.*'], ['mkdocs==1.5.*']],
  files: {
    'package.json': '{"private":true}',
    'mkdocs.yml': settings('mkdocs', 'plugins: [catchword]', 'use_directory_urls: false'),
    ...pages,
  },
  searches: [
    ...animalSearches((name) => `/zoo/guide/${name}.html`),
    { q: 'koala', title: 'The koala', address: '/zoo/koala.html' },
    { q: 'animals', title: 'Animals', address: '/zoo/index.html' },
  ],
  edited: { file: 'docs/guide/quokka.md', address: '/zoo/guide/quokka.html' },
};

export const readthedocs: Template = {
  ...common,
  generator: 'readthedocs',
  majors: [['mkdocs~=1.6.0'], ['mkdocs~=1.5.0']],
  files: {
    'package.json': '{"private":true}',
    'mkdocs.yml': settings('readthedocs', 'plugins: [catchword]'),
    ...pages,
  },
  searches: [
    ...animalSearches((name) => `/zoo/guide/${name}/`),
    { q: 'koala', title: 'The koala', address: '/zoo/koala/' },
    { q: 'animals', title: 'Animals', address: '/zoo/' },
  ],
  edited: { file: 'docs/guide/quokka.md', address: '/zoo/guide/quokka/' },
};
