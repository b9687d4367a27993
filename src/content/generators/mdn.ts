import type { GeneratorRules } from './generator_rules.ts';

/** MDN. Layout and front matter: developer.mozilla.org/en-US/docs/MDN/Writing_guidelines. */
export const mdn: GeneratorRules = {
  name: 'mdn',
  marks: ({ names }) => names.includes('_redirects.txt'),
  numbers: 'kept',
  dates: 'kept',
  anchors: {
    slug: (text) =>
      text
        .trim()
        .toLowerCase()
        .replace(/["#$%&+,/:;=?@[\]^`{|}~'()\\]/g, '')
        .replace(/\s+/g, '_'),
    separator: '_',
  },
};
