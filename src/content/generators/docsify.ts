import type { GeneratorRules } from './generator_rules.ts';

/**
 * Docsify. `index.html` loads it, and names that begin with an underscore are menus: docsify.js.org/#/quickstart and
 * docsify.js.org/#/more-pages. `README.md` is its folder's page.
 */
export const docsify: GeneratorRules = {
  name: 'docsify',
  marks: ({ names, text }) => names.includes('index.html') && /docsify/i.test(text('index.html')),
  isIndex: (name) => /^readme$/i.test(name),
  numbers: 'kept',
  dates: 'kept',
  pieces: /(?:^|\/)_(?:sidebar|navbar|coverpage|footer|404)\.md$/i,
};
