import type { GeneratorRules } from './generator_rules.ts';

/** Obsidian. Notes, properties and Publish: help.obsidian.md. The `permalink` of a translated note is relative to its language folder. */
export const obsidian: GeneratorRules = {
  name: 'obsidian',
  marks: ({ names }) => names.includes('.obsidian'),
  isIndex: (name) => name === 'index',
  numbers: 'kept',
  dates: 'kept',
  titleOfName: (name) => name,
  vault: true,
  ownAddressIsMounted: true,
};
