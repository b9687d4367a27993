import { animalPages, animalSearches, catchwordCall, olderPages, type Shape, type Template } from '../template.ts';

/** A file for each page, whose host needs no ending of it. */
const transform = ({ ending }: Shape): string =>
  ending === '/' ? '' : "  eleventyConfig.addUrlTransform(({ url }) => url.replace(/\\.html$/, ''));\n";

const optionsOf = (shape: Shape): string => catchwordCall(shape, { versions: ['v1'] }).slice('catchword('.length, -1);

const settings =
  "{ pathPrefix: '/zoo/', markdownTemplateEngine: 'njk', dir: { input: 'pages', includes: '../layouts' } }";

/** Eleventy 3 reads this one. */
const modern = (shape: Shape): string => `import { HtmlBasePlugin } from '@11ty/eleventy';
import catchword from '@catchword/eleventy';

export default function (eleventyConfig) {
  eleventyConfig.addPlugin(HtmlBasePlugin);
${transform(shape)}  eleventyConfig.addPlugin(catchword, ${optionsOf(shape)});
  return ${settings};
}
`;

/** Eleventy 2 reads this one. */
const older = (shape: Shape): string => `const { EleventyHtmlBasePlugin } = require('@11ty/eleventy');
const { default: catchword } = require('@catchword/eleventy');

module.exports = (eleventyConfig) => {
  eleventyConfig.addPlugin(EleventyHtmlBasePlugin);
${transform(shape)}  eleventyConfig.addPlugin(catchword, ${optionsOf(shape)});
  return ${settings};
};
`;

const layout = `<!doctype html>
<html lang="{{ lang }}">
<head><meta charset="utf-8"><title>Animals</title></head>
<body><header>{% catchword lang %}</header><main>{{ content | safe }}</main></body>
</html>
`;

export const eleventy: Template = {
  generator: 'eleventy',
  package: 'eleventy',
  majors: [['@11ty/eleventy@3'], ['@11ty/eleventy@2']],
  endings: ['/', ''],
  files: (shape) => ({
    'package.json': '{"private":true}',
    'eleventy.config.mjs': modern(shape),
    'eleventy.config.cjs': older(shape),
    'layouts/page.njk': layout,
    'pages/pages.json': JSON.stringify({
      ...{ layout: 'page.njk', lang: 'en' },
      ...(shape.ending === '' && { permalink: '{{ page.filePathStem }}.html' }),
    }),
    'pages/index.md': '# Animals\n\nAll that live here.\n',
    ...Object.fromEntries(animalPages().map(([name, text]) => [`pages/guide/${name}.md`, text])),
    'pages/koala.md': `---\npermalink: /bears/koala${shape.ending === '/' ? '/' : '.html'}\n---\n# The koala\n\nIt lives in trees.\n`,
    ...Object.fromEntries(olderPages().map(([name, text]) => [`pages/v1/guide/${name}.md`, text])),
    'pages/v1/bears/koala.md': '# The koala of old\n\nIt lived in trees.\n',
    'pages/fr/fr.json': '{"lang":"fr"}',
    'pages/fr/index.md': '# Les animaux\n\nTous ceux qui vivent ici.\n',
    'pages/fr/koala.md': '# Le koala\n\nIl habite les arbres.\n',
    'pages/emu.md': '---\npermalink: false\n---\n# The emu\n\nA quokka that is not published.\n',
  }),
  build: ['npx', 'eleventy'],
  built: '_site',
  base: '/zoo/',
  develop: (port) => ['npx', 'eleventy', '--serve', `--port=${port}`],
  searches: (end) => [
    ...animalSearches((name) => `/zoo/guide/${name}${end}`),
    { q: 'koala', title: 'The koala', address: `/zoo/bears/koala${end}` },
    { q: 'koala', on: '/zoo/fr/', title: 'Le koala', address: `/zoo/fr/koala${end}` },
    { q: 'koala', on: `/zoo/v1/bears/koala${end}`, title: 'The koala of old', address: `/zoo/v1/bears/koala${end}` },
  ],
  edited: (end) => ({ file: 'pages/guide/quokka.md', address: `/zoo/guide/quokka${end}` }),
};
