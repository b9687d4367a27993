import { dirname, join } from 'node:path';
import { repositoryFile } from '../../fixtures/built_package.ts';
import { must, run } from '../../package/command.ts';
import { animalPages, animalSearches, type Ending, type Shape, serviceOptions, type Template } from '../template.ts';

const settings = (theme: string, { ending, server }: Shape, ...plugins: string[]): string =>
  [
    'site_name: Animals',
    'site_url: https://example.org/zoo/',
    `use_directory_urls: ${ending === '/'}`,
    'plugins:',
    ...plugins,
    `  - catchword: ${JSON.stringify(serviceOptions(server))}`,
    'theme:',
    `  name: ${theme}`,
    '',
  ].join('\n');

const pages: Readonly<Record<string, string>> = {
  'docs/index.md': '# Animals\n\nAll that live here.\n',
  ...Object.fromEntries(animalPages().map(([name, text]) => [`docs/guide/${name}.md`, text])),
  'docs/koala.md': '# The koala\n\nIt lives in trees.\n',
};

const translations: Readonly<Record<string, string>> = {
  'docs/index.fr.md': '# Les animaux\n\nTous ceux qui vivent ici.\n',
  'docs/koala.fr.md': '# Le koala\n\nIl habite les arbres.\n',
};
const translating = `  - i18n:
      docs_structure: suffix
      languages:
        - { locale: en, name: English, default: true }
        - { locale: fr, name: Français }`;

/** Installs MkDocs with this project's package where only the site has it. */
function prepare(folder: string, major: readonly string[]): NodeJS.ProcessEnv | null {
  const programs = join(folder, 'venv', 'bin');
  must(folder, ['python3', '-m', 'venv', 'venv']);
  const install = [join(programs, 'pip'), 'install', '--quiet', '--disable-pip-version-check'];
  if (run(folder, [...install, ...major]).code !== 0) return null;
  must(folder, [...install, repositoryFile('packages/mkdocs')]);
  return { PATH: [programs, dirname(process.execPath), process.env.PATH].join(':'), NO_MKDOCS_2_WARNING: '1' };
}

const develop = (port: number) => ['mkdocs', 'serve', '--livereload', '--dev-addr', `localhost:${port}`];

const common = {
  package: 'mkdocs',
  prepare,
  build: ['mkdocs', 'build'],
  built: 'site',
  base: '/zoo/',
  rebuild: 1500,
};

/** The searches of a site without translations. Files have names in addresses, also the home page. */
const searches = (end: Ending) => [
  ...animalSearches((name) => `/zoo/guide/${name}${end}`),
  { q: 'koala', title: 'The koala', address: `/zoo/koala${end}` },
  { q: 'animals', title: 'Animals', address: end === '/' ? '/zoo/' : '/zoo/index.html' },
];

const edited = (end: Ending) => ({ file: 'docs/guide/quokka.md', address: `/zoo/guide/quokka${end}` });

export const material: Template = {
  ...common,
  generator: 'material',
  develop,
  // Once for each language.
  rebuild: 2500,
  majors: [
    ['mkdocs-material==9.*', 'mkdocs==1.6.*', 'mkdocs-static-i18n'],
    ['mkdocs-material==9.5.18', 'mkdocs==1.5.*', 'mkdocs-static-i18n'],
  ],
  endings: ['/', '.html'],
  files: (shape) => ({
    'package.json': '{"private":true}',
    'mkdocs.yml': settings('material', shape, translating),
    ...pages,
    ...translations,
  }),
  searches: (end) => [
    ...animalSearches((name) => `/zoo/guide/${name}${end}`),
    { q: 'koala', title: 'The koala', address: `/zoo/koala${end}` },
    { q: 'koala', on: '/zoo/fr/', title: 'Le koala', address: `/zoo/fr/koala${end}` },
  ],
  edited,
};

export const mkdocs: Template = {
  ...common,
  generator: 'mkdocs',
  develop,
  majors: [['mkdocs==1.6.*'], ['mkdocs==1.5.*']],
  endings: ['.html', '/'],
  files: (shape) => ({ 'package.json': '{"private":true}', 'mkdocs.yml': settings('mkdocs', shape), ...pages }),
  searches,
  edited,
};

export const readthedocs: Template = {
  ...common,
  generator: 'readthedocs',
  develop,
  majors: [['mkdocs~=1.6.0'], ['mkdocs~=1.5.0']],
  endings: ['/', '.html'],
  files: (shape) => ({ 'package.json': '{"private":true}', 'mkdocs.yml': settings('readthedocs', shape), ...pages }),
  searches,
  edited,
};

/** Each version as mike publishes it: a site of its own in the branch of the host. */
const publish = `set -e
rm -rf .git published
export GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@example.org GIT_COMMITTER_NAME=A GIT_COMMITTER_EMAIL=a@example.org
git init --quiet
git commit --quiet --allow-empty --message first
mv docs/koala.md koala.new
cp koala.old docs/koala.md
mike --quiet deploy 1.0
mv koala.new docs/koala.md
mike --quiet deploy 2.0
mkdir published
git archive gh-pages | tar --extract --directory published
`;

export const mike: Template = {
  ...common,
  generator: 'mike',
  majors: [['mike==2.*', 'mkdocs-material==9.*', 'mkdocs==1.6.*']],
  endings: ['/', '.html'],
  files: (shape) => ({
    'package.json': '{"private":true}',
    'mkdocs.yml': settings('material', shape, '  - mike'),
    ...pages,
    'koala.old': '# The koala of old\n\nIt lived in trees.\n',
    'publish.sh': publish,
  }),
  isOnlyFiles: true,
  build: ['sh', 'publish.sh'],
  built: 'published',
  home: () => '/zoo/2.0/',
  searches: (end) => [
    ...animalSearches((name) => `/zoo/2.0/guide/${name}${end}`),
    { q: 'koala', title: 'The koala', address: `/zoo/2.0/koala${end}` },
    ...['', `koala${end}`].map((on) => ({
      ...{ q: 'koala', on: `/zoo/1.0/${on}`, title: 'The koala of old' },
      address: `/zoo/1.0/koala${end}`,
    })),
  ],
  edited,
};
