import { asciiAnchors, githubAnchors } from './anchor_rules.ts';
import { firstFolder, type GeneratorRules, setting } from './generator_rules.ts';

const SETTINGS = /^(?:\.eleventy|eleventy\.config)\.[cm]?[jt]s$/;

/** Eleventy. Input folder: 11ty.dev/docs/config; a date before a name is the page's date and not part of the address: 11ty.dev/docs/dates. */
export const eleventy: GeneratorRules = {
  name: 'eleventy',
  marks: ({ names }) => names.some((name) => SETTINGS.test(name)),
  pages(folder) {
    const text = folder.text(folder.names.find((name) => SETTINGS.test(name)) ?? '');
    const named =
      setting(text, /\bsetInputDirectory\(\s*['"]([\w./-]+)['"]/) ?? setting(text, /\binput:\s*['"]([\w./-]+)['"]/);
    return firstFolder(folder, [named, '']);
  },
  numbers: 'kept',
  dates: 'cut',
  // Its plugin for ids of headings: 11ty.dev/docs/plugins/id-attribute. markdown-it-anchor is as common.
  anchors: {
    ...asciiAnchors,
    also: [githubAnchors, { slug: (text) => encodeURIComponent(text.trim().toLowerCase().replace(/\s+/g, '-')) }],
  },
};
