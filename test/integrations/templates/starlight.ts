import { animalPages, animalSearches, catchwordCall, olderPages, type Shape, type Template } from '../template.ts';
import { addressSettings, homeOf } from './astro.ts';

const config = (shape: Shape): string => `import catchword from '@catchword/astro/starlight';
import starlight from '@astrojs/starlight';
import { defineConfig, passthroughImageService } from 'astro/config';

export default defineConfig({
  base: '/zoo/',
  ${addressSettings(shape)}
  image: { service: passthroughImageService() },
  integrations: [
    starlight({
      title: 'Animals',
      locales: { root: { label: 'English', lang: 'en' }, fr: { label: 'Français', lang: 'fr' } },
      plugins: [${catchwordCall(shape, { versions: ['v1'] })}],
    }),
  ],
});
`;

const content = `import { docsLoader } from '@astrojs/starlight/loaders';
import { docsSchema } from '@astrojs/starlight/schema';
import { defineCollection } from 'astro:content';

export const collections = { docs: defineCollection({ loader: docsLoader(), schema: docsSchema() }) };
`;

const page = (title: string, text: string, ...front: string[]): string =>
  `---\n${[`title: ${title}`, ...front].join('\n')}\n---\n\n${text}\n`;

export const starlight: Template = {
  generator: 'starlight',
  package: 'astro',
  majors: [
    ['@astrojs/starlight@0.42', 'astro@7'],
    ['@astrojs/starlight@0.40', 'astro@6'],
  ],
  // With names of files its server of development has no home page.
  endings: ['/', ''],
  files: (shape) => ({
    'package.json': '{"private":true,"type":"module"}',
    'astro.config.mjs': config(shape),
    'src/content.config.ts': content,
    'src/content/docs/index.md': page('Animals', 'All that live here.'),
    ...Object.fromEntries(
      animalPages((title) => [`title: ${title}`]).map(([name, text]) => [`src/content/docs/guide/${name}.md`, text]),
    ),
    ...Object.fromEntries(
      olderPages((title) => [`title: ${title}`]).map(([name, text]) => [`src/content/docs/v1/guide/${name}.md`, text]),
    ),
    'src/content/docs/v1/bears/koala.md': page('The koala of old', 'It lived in trees.'),
    'src/content/docs/koala.md': page('The koala', 'It lives in trees.', 'slug: bears/koala'),
    'src/content/docs/fr/index.md': page('Les animaux', 'Tous ceux qui vivent ici.'),
    'src/content/docs/fr/koala.md': page('Le koala', 'Il habite les arbres.'),
    'src/content/docs/emu.md': page('The emu', 'A quokka that is not published.', 'draft: true'),
  }),
  build: ['npx', 'astro', 'build'],
  built: 'dist',
  base: '/zoo/',
  develop: (port) => ['npx', 'astro', 'dev', '--port', String(port)],
  home: homeOf,
  searches: (end) => [
    ...animalSearches((name) => `/zoo/guide/${name}${end}`),
    { q: 'koala', title: 'The koala', address: `/zoo/bears/koala${end}` },
    { q: 'koala', on: `/zoo/fr${end}`, title: 'Le koala', address: `/zoo/fr/koala${end}` },
    { q: 'koala', on: `/zoo/v1/bears/koala${end}`, title: 'The koala of old', address: `/zoo/v1/bears/koala${end}` },
  ],
  edited: (end) => ({ file: 'src/content/docs/guide/quokka.md', address: `/zoo/guide/quokka${end}` }),
};
