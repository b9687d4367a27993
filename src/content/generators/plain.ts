/** A folder without a generator, and generators with few rules of their own. */
import { generator, stated } from './generator.ts';
import type { GeneratorRules } from './generator_rules.ts';

/**
 * A folder without a generator's marker: numbers and dates that only sort are not part of addresses, unless the pages' own links
 * show otherwise.
 */
export const plain: GeneratorRules = generator('plain', {
  readsRMarkdown: true,
  numbers: 'sorting',
  dates: () => 'cut',
  unaddressed: /^\(.*\)$/,
  byLinks: 'addresses',
  patternValues: ({ bare }) => ({ title: bare }),
});

/**
 * Docsify. `index.html` loads it, and names that begin with an underscore are menus: docsify.js.org/#/quickstart and
 * docsify.js.org/#/more-pages. `README.md` is its folder's page.
 */
export const docsify: GeneratorRules = generator('docsify', {
  marks: ({ names, text }) => names.includes('index.html') && /docsify/i.test(text('index.html')),
  isIndex: (name) => /^readme$/i.test(name),
  pieces: /(?:^|\/)_(?:sidebar|navbar|coverpage|footer|404)\.md$/i,
});

/** MDN. Layout and front matter: developer.mozilla.org/en-US/docs/MDN/Writing_guidelines. */
export const mdn: GeneratorRules = generator('mdn', {
  marks: ({ names }) => names.includes('_redirects.txt'),
  anchors: {
    slug: (text) =>
      text
        .trim()
        .toLowerCase()
        .replace(/["#$%&+,/:;=?@[\]^`{|}~'()\\]/g, '')
        .replace(/\s+/g, '_'),
    separator: '_',
  },
});

/** Mintlify. Settings beside the pages: mintlify.com/docs/organize/settings. A page's `url` is an external link. */
export const mintlify: GeneratorRules = generator('mintlify', {
  marks: ({ names, text }) =>
    names.includes('mint.json') ||
    (names.includes('docs.json') && /"(?:navigation|\$schema)"/.test(text('docs.json') || '"navigation"')),
  says: (folder) =>
    stated(folder, ['docs.json', 'mint.json'], {
      address: ['seo.metatags.canonical', 'metadata.canonical', 'seo.metatags.og:url', 'metadata.og:url'],
      title: ['name'],
    }),
});
