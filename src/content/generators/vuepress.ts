import { vueAnchors } from './anchor_rules.ts';
import type { GeneratorRules } from './generator_rules.ts';

/** VuePress. Pages: vuepress.vuejs.org/guide/page.html; a date before a name is the page's date and stays in the address. */
export const vuepress: GeneratorRules = {
  name: 'vuepress',
  marks: ({ names }) => names.includes('.vuepress'),
  numbers: 'kept',
  dates: 'kept',
  datedNames: true,
  anchors: vueAnchors,
};
