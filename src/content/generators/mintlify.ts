import type { GeneratorRules } from './generator_rules.ts';

/** Mintlify. Settings beside the pages: mintlify.com/docs/organize/settings. A page's `url` is an external link. */
export const mintlify: GeneratorRules = {
  name: 'mintlify',
  marks: ({ names, text }) =>
    names.includes('mint.json') ||
    (names.includes('docs.json') && /"(?:navigation|\$schema)"/.test(text('docs.json') || '"navigation"')),
  numbers: 'kept',
  dates: 'kept',
};
