import { animalPages, animalSearches, type Template } from '../template.ts';

const config = `import catchword from '@catchword/vitepress';
export default {
  title: 'Animals',
  base: '/zoo/',
  cleanUrls: true,
  rewrites: { 'guide/:page': 'handbook/:page' },
  locales: { root: { label: 'English', lang: 'en' }, fr: { label: 'Français', lang: 'fr' } },
  vite: { plugins: [catchword()] },
};
`;

export const vitepress: Template = {
  generator: 'vitepress',
  package: 'vitepress',
  majors: [['vitepress@1'], ['vitepress@2.0.0-alpha.21']],
  files: {
    'package.json': '{"private":true,"type":"module"}',
    'docs/.vitepress/config.js': config,
    'docs/index.md': '# Animals\n\nAll that live here.\n',
    ...Object.fromEntries(animalPages().map(([name, text]) => [`docs/guide/${name}.md`, text])),
    'docs/fr/index.md': '# Les animaux\n\nTous ceux qui vivent ici.\n',
    'docs/fr/koala.md': '# Le koala\n\nIl habite les arbres.\n',
    'docs/koala.md': '# The koala\n\nIt lives in trees.\n',
  },
  build: ['npx', 'vitepress', 'build', 'docs'],
  built: 'docs/.vitepress/dist',
  base: '/zoo/',
  develop: (port) => ['npx', 'vitepress', 'dev', 'docs', '--port', String(port), '--strictPort'],
  searches: [
    ...animalSearches((name) => `/zoo/handbook/${name}`),
    { q: 'koala', title: 'The koala', address: '/zoo/koala' },
    { q: 'koala', on: 'fr/', title: 'Le koala', address: '/zoo/fr/koala' },
  ],
  edited: { file: 'docs/guide/quokka.md', address: '/zoo/handbook/quokka' },
};
