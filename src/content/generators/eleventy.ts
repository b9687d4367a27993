import { type AnchorRule, asciiAnchors, githubAnchors } from './anchor_rules.ts';
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
  anchors: eleventyAnchors(),
};

/** Its plugin for ids of headings, 11ty.dev/docs/plugins/id-attribute, by @sindresorhus/slugify. markdown-it-anchor is as common. */
function eleventyAnchors(): AnchorRule {
  const slug = (text: string) => asciiAnchors.slug(text.replace(/([a-z\d])['’]([ts])(?=\s|$)/gi, '$1$2'));
  const splitWords = (text: string) =>
    text.replace(/([a-z\d])(?=[A-Z])/g, '$1 ').replace(/([A-Z])(?=[A-Z][a-rt-z\d])/g, '$1 ');
  return {
    slug: (text) => slug(splitWords(text)),
    also: [
      { slug },
      githubAnchors,
      { slug: (text) => encodeURIComponent(text.trim().toLowerCase().replace(/\s+/g, '-')) },
    ],
  };
}
