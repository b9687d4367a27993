import { animalPages, animalSearches, catchwordCall, olderPages, type Shape, type Template } from '../template.ts';

/** Clean addresses need a folder for each page to end with a slash. */
const rewrites = ({ ending }: Shape): object => {
  const end = ending === '/' ? '/index.md' : '.md';
  const guides = { 'guide/:page.md': `handbook/:page${end}`, 'v1/guide/:page.md': `v1/handbook/:page${end}` };
  const koalas = ['koala', 'v1/koala', 'fr/koala'].map((page) => [`${page}.md`, page + end]);
  return { ...guides, ...Object.fromEntries(koalas) };
};

const config = (shape: Shape): string => `import catchword from '@catchword/vitepress';
export default {
  title: 'Animals',
  base: '/zoo/',
  cleanUrls: ${shape.ending !== '.html'},
  rewrites: ${JSON.stringify(rewrites(shape))},
  locales: { root: { label: 'English', lang: 'en' }, fr: { label: 'Français', lang: 'fr' } },
  vite: { plugins: [${catchwordCall(shape, { versions: ['v1'] })}] },
};
`;

export const vitepress: Template = {
  generator: 'vitepress',
  package: 'vitepress',
  majors: [['vitepress@1'], ['vitepress@2.0.0-alpha.21']],
  endings: ['', '.html', '/'],
  files: (shape) => ({
    'package.json': '{"private":true,"type":"module"}',
    'docs/.vitepress/config.js': config(shape),
    'docs/index.md': '# Animals\n\nAll that live here.\n',
    ...Object.fromEntries(animalPages().map(([name, text]) => [`docs/guide/${name}.md`, text])),
    ...Object.fromEntries(olderPages().map(([name, text]) => [`docs/v1/guide/${name}.md`, text])),
    'docs/v1/koala.md': '# The koala of old\n\nIt lived in trees.\n',
    'docs/fr/index.md': '# Les animaux\n\nTous ceux qui vivent ici.\n',
    'docs/fr/koala.md': '# Le koala\n\nIl habite les arbres.\n',
    'docs/koala.md': '# The koala\n\nIt lives in trees.\n',
  }),
  build: ['npx', 'vitepress', 'build', 'docs'],
  project: 'docs',
  built: 'docs/.vitepress/dist',
  base: '/zoo/',
  develop: (port) => ['npx', 'vitepress', 'dev', 'docs', '--port', String(port), '--strictPort'],
  searches: (end) => [
    ...animalSearches((name) => `/zoo/handbook/${name}${end}`),
    { q: 'koala', title: 'The koala', address: `/zoo/koala${end}` },
    { q: 'koala', on: '/zoo/fr/', title: 'Le koala', address: `/zoo/fr/koala${end}` },
    { q: 'koala', on: `/zoo/v1/koala${end}`, title: 'The koala of old', address: `/zoo/v1/koala${end}` },
  ],
  edited: (end) => ({ file: 'docs/guide/quokka.md', address: `/zoo/handbook/quokka${end}` }),
};
