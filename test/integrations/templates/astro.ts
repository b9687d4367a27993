import {
  animalPages,
  animalSearches,
  catchwordCall,
  type Ending,
  olderPages,
  type Shape,
  type Template,
} from '../template.ts';

/** Settings for addresses that end so. */
export const addressSettings = ({ ending }: Shape): string => `trailingSlash: '${
  ending === '/' ? 'always' : ending === '' ? 'never' : 'ignore'
}',
  build: { format: '${ending === '.html' ? 'file' : 'directory'}' },`;

/** Where slashes are forbidden, the home page has none either. */
export const homeOf = (ending: Ending): string => (ending === '' ? '/zoo' : '/zoo/');

const config = (shape: Shape): string => `import catchword from '@catchword/astro';
import { defineConfig, passthroughImageService } from 'astro/config';

export default defineConfig({
  base: '/zoo/',
  ${addressSettings(shape)}
  i18n: { defaultLocale: 'en', locales: ['en', 'fr'] },
  image: { service: passthroughImageService() },
  integrations: [${catchwordCall(shape, { versions: ['v1'] })}],
});
`;

const layout = `---
import Search from '@catchword/astro/Search.astro';
const { title } = Astro.props.frontmatter;
---
<html lang={Astro.currentLocale}>
  <head>
    <meta charset="utf-8" />
    <title>{title}</title>
    <style is:global>
      :root {
        color-scheme: light dark;
      }
    </style>
  </head>
  <body>
    <header><Search /></header>
    <main><h1>{title}</h1><slot /></main>
  </body>
</html>
`;

const content = `import { glob } from 'astro/loaders';
import { defineCollection } from 'astro:content';

const notes = defineCollection({ loader: glob({ base: './notes', pattern: '**/*.md' }) });
export const collections = { notes };
`;

const route = `---
import { getCollection, render } from 'astro:content';
import Page from '../../layouts/Page.astro';

export async function getStaticPaths() {
  return (await getCollection('notes')).map((entry) => ({ params: { id: entry.id }, props: { entry } }));
}
const { entry } = Astro.props;
const { Content } = await render(entry);
---
<Page frontmatter={entry.data}><Content /></Page>
`;

/** Half of the animals are entries of a collection, the others are pages. */
const isNote = (name: string): boolean => name < 'h';

const page = (folder: string, title: string, text: string): string =>
  `---\nlayout: ${folder}layouts/Page.astro\ntitle: ${title}\n---\n\n${text}\n`;

export const astro: Template = {
  generator: 'astro',
  package: 'astro',
  majors: [['astro@7'], ['astro@6']],
  endings: ['/', '', '.html'],
  files: (shape) => ({
    'package.json': '{"private":true,"type":"module"}',
    'astro.config.mjs': config(shape),
    'src/content.config.ts': content,
    'src/layouts/Page.astro': layout,
    'src/pages/notes/[id].astro': route,
    'src/pages/index.md': page('../', 'Animals', 'All that live here.'),
    ...Object.fromEntries(
      animalPages((title) => ['layout: ../../layouts/Page.astro', `title: ${title}`]).map(([name, text]) => [
        isNote(name) ? `notes/${name}.md` : `src/pages/guide/${name}.md`,
        text,
      ]),
    ),
    ...Object.fromEntries(
      olderPages((title) => ['layout: ../../../layouts/Page.astro', `title: ${title}`]).map(([name, text]) => [
        `src/pages/v1/guide/${name}.md`,
        text,
      ]),
    ),
    'src/pages/v1/koala.md': page('../../', 'The koala of old', 'It lived in trees.'),
    'src/pages/koala.md': page('../', 'The koala', 'It lives in trees.'),
    'src/pages/fr/index.md': page('../../', 'Les animaux', 'Tous ceux qui vivent ici.'),
    'src/pages/fr/koala.md': page('../../', 'Le koala', 'Il habite les arbres.'),
  }),
  build: ['npx', 'astro', 'build'],
  built: 'dist',
  base: '/zoo/',
  develop: (port) => ['npx', 'astro', 'dev', '--port', String(port)],
  home: homeOf,
  searches: (end) => [
    ...animalSearches((name) => (isNote(name) ? `/zoo/notes/${name}${end}` : `/zoo/guide/${name}${end}`)),
    { q: 'koala', title: 'The koala', address: `/zoo/koala${end}` },
    { q: 'koala', on: `/zoo/fr${end}`, title: 'Le koala', address: `/zoo/fr/koala${end}` },
    { q: 'koala', on: `/zoo/v1/koala${end}`, title: 'The koala of old', address: `/zoo/v1/koala${end}` },
  ],
  edited: (end) => ({ file: 'notes/bilby.md', address: `/zoo/notes/bilby${end}` }),
};
