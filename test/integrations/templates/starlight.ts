import { animalPages, animalSearches, type Template } from '../template.ts';

const config = `import catchword from '@catchword/astro/starlight';
import starlight from '@astrojs/starlight';
import { defineConfig, passthroughImageService } from 'astro/config';

export default defineConfig({
  base: '/zoo/',
  image: { service: passthroughImageService() },
  integrations: [
    starlight({
      title: 'Animals',
      locales: { root: { label: 'English', lang: 'en' }, fr: { label: 'Français', lang: 'fr' } },
      plugins: [catchword()],
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
  files: {
    'package.json': '{"private":true,"type":"module"}',
    'astro.config.mjs': config,
    'src/content.config.ts': content,
    'src/content/docs/index.md': page('Animals', 'All that live here.'),
    ...Object.fromEntries(
      animalPages((title) => [`title: ${title}`]).map(([name, text]) => [`src/content/docs/guide/${name}.md`, text]),
    ),
    'src/content/docs/koala.md': page('The koala', 'It lives in trees.', 'slug: bears/koala'),
    'src/content/docs/fr/index.md': page('Les animaux', 'Tous ceux qui vivent ici.'),
    'src/content/docs/fr/koala.md': page('Le koala', 'Il habite les arbres.'),
    'src/content/docs/emu.md': page('The emu', 'A quokka that is not published.', 'draft: true'),
  },
  build: ['npx', 'astro', 'build'],
  built: 'dist',
  base: '/zoo/',
  develop: (port) => ['npx', 'astro', 'dev', '--port', String(port)],
  searches: [
    ...animalSearches((name) => `/zoo/guide/${name}/`),
    { q: 'koala', title: 'The koala', address: '/zoo/bears/koala/' },
    { q: 'koala', on: 'fr/', title: 'Le koala', address: '/zoo/fr/koala/' },
  ],
  edited: { file: 'src/content/docs/guide/quokka.md', address: '/zoo/guide/quokka/' },
};
