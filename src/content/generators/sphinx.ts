import { asciiAnchors, githubAnchors } from './anchor_rules.ts';
import { type GeneratorRules, setting } from './generator_rules.ts';

/** Sphinx with MyST: sphinx-doc.org/en/master/usage/configuration.html, and mystmd: mystmd.org/guide/frontmatter. */
export const sphinx: GeneratorRules = {
  name: 'sphinx',
  marks: ({ names, text }) =>
    names.includes('myst.yml') ||
    (names.includes('conf.py') && /^[ \t]*extensions\s*=|^html_theme\s*=|sphinx/m.test(text('conf.py'))),
  language: (folder) => setting(folder.text('conf.py'), /^language\s*=\s*["']([\w-]+)["']/m),
  numbers: 'kept',
  dates: 'kept',
  labels: true,
  // MyST's own anchors, "myst_heading_anchors", and those of Docutils: docutils.sourceforge.io/docs/ref/rst/directives.html#identifier-normalization.
  anchors: { ...githubAnchors, also: [asciiAnchors] },
  pieces: /(?:^|\/)_build\//,
};
