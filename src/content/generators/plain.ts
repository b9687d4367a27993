import type { GeneratorRules } from './generator_rules.ts';

/** A folder that shows no generator's marker: numbers and dates that only sort stand in no address. */
export const plain: GeneratorRules = {
  name: 'plain',
  marks: () => false,
  numbers: 'sorting',
  dates: 'cut',
};
