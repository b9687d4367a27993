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
};
