import { animalPages, animalSearches, type Template } from '../template.ts';

const settings =
  "{ pathPrefix: '/zoo/', markdownTemplateEngine: 'njk', dir: { input: 'pages', includes: '../layouts' } }";

/** Eleventy 3 reads this one. */
const modern = `import { HtmlBasePlugin } from '@11ty/eleventy';
import catchword from '@catchword/eleventy';

export default function (eleventyConfig) {
  eleventyConfig.addPlugin(HtmlBasePlugin);
  eleventyConfig.addPlugin(catchword);
  return ${settings};
}
`;

/** Eleventy 2 reads this one. */
const older = `const { EleventyHtmlBasePlugin } = require('@11ty/eleventy');
const { default: catchword } = require('@catchword/eleventy');

module.exports = (eleventyConfig) => {
  eleventyConfig.addPlugin(EleventyHtmlBasePlugin);
  eleventyConfig.addPlugin(catchword);
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
  files: {
    'package.json': '{"private":true}',
    'eleventy.config.mjs': modern,
    'eleventy.config.cjs': older,
    'layouts/page.njk': layout,
    'pages/pages.json': '{"layout":"page.njk","lang":"en"}',
    'pages/index.md': '# Animals\n\nAll that live here.\n',
    ...Object.fromEntries(animalPages().map(([name, text]) => [`pages/guide/${name}.md`, text])),
    'pages/koala.md': '---\npermalink: /bears/koala.html\n---\n# The koala\n\nIt lives in trees.\n',
    'pages/fr/fr.json': '{"lang":"fr"}',
    'pages/fr/index.md': '# Les animaux\n\nTous ceux qui vivent ici.\n',
    'pages/fr/koala.md': '# Le koala\n\nIl habite les arbres.\n',
    'pages/emu.md': '---\npermalink: false\n---\n# The emu\n\nA quokka that is not published.\n',
  },
  build: ['npx', 'eleventy'],
  built: '_site',
  base: '/zoo/',
  develop: (port) => ['npx', 'eleventy', '--serve', `--port=${port}`],
  searches: [
    ...animalSearches((name) => `/zoo/guide/${name}/`),
    { q: 'koala', title: 'The koala', address: '/zoo/bears/koala.html' },
    { q: 'koala', on: 'fr/', title: 'Le koala', address: '/zoo/fr/koala/' },
  ],
  edited: { file: 'pages/guide/quokka.md', address: '/zoo/guide/quokka/' },
};
