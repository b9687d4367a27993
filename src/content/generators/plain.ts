import type { GeneratorRules } from './generator_rules.ts';

/**
 * A folder without a generator's marker: numbers and dates that only sort are not part of addresses, unless the pages' own links
 * show otherwise.
 */
export const plain: GeneratorRules = {
  name: 'plain',
  marks: () => false,
  readsRMarkdown: true,
  numbers: 'sorting',
  dates: 'cut',
  groups: true,
  addressesByLinks: true,
  patternValues: ({ bare }) => ({ title: bare }),
};
