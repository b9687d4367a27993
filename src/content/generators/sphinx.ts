import { asciiAnchors, githubAnchors } from './anchor_rules.ts';
import { type FolderView, type GeneratorRules, pathOfAddress, setting } from './generator_rules.ts';
import { parseSettings, type Settings, textAt, textsAt } from './settings/parse_settings.ts';

/**
 * Sphinx with MyST, and Jupyter Book 1. Settings, with `exclude_patterns`: sphinx-doc.org/en/master/usage/configuration.html; the
 * builder `dirhtml`, whose addresses have no `.html`: sphinx-doc.org/en/master/usage/builders; `_toc.yml`:
 * jupyterbook.org/en/stable/structure/toc.html; its settings: jupyterbook.org/en/stable/customize/config.html.
 */
export const sphinx: GeneratorRules = {
  name: 'sphinx',
  marks: ({ names, text }) =>
    (names.includes('_toc.yml') && names.includes('_config.yml')) ||
    (names.includes('conf.py') && /^[ \t]*extensions\s*=|^html_theme\s*=|sphinx/m.test(text('conf.py'))),
  selection(folder) {
    const patterns = setting(folder.text('conf.py'), /^exclude_patterns\s*=\s*\[([^\]]{0,5000})\]/m) ?? '';
    const listed = [...patterns.matchAll(/["']([^"'\n]{1,200})["']/g)].map(([, pattern]) => `/${pattern}`);
    return { only: null, except: [...listed, ...textsAt(bookOf(folder), 'exclude_patterns')] };
  },
  language: (folder) =>
    setting(folder.text('conf.py'), /^language\s*=\s*["']([\w-]+)["']/m) ??
    textAt(bookOf(folder), 'sphinx', 'config', 'language'),
  base: (folder) =>
    pathOfAddress(
      setting(folder.text('conf.py'), /^html_baseurl\s*=\s*["']([^"'\n]{1,500})["']/m) ??
        textAt(bookOf(folder), 'html', 'baseurl'),
    ),
  addressStyle: (folder) => (usesDirhtml(folder) ? 'slash' : 'html'),
  isIndex: (name) => name === 'index',
  numbers: 'kept',
  dates: 'kept',
  labels: true,
  generated: /^(?:genindex|(?:py-)?modindex|search)$/,
  // MyST's own anchors, "myst_heading_anchors", and those of Docutils: docutils.sourceforge.io/docs/ref/rst/directives.html#identifier-normalization.
  anchors: { ...githubAnchors, also: [asciiAnchors] },
  pieces: /(?:^|\/)_build\//,
};

/** The settings of Jupyter Book. */
function bookOf({ text }: FolderView): Settings {
  return parseSettings('_config.yml', text('_config.yml'));
}

function usesDirhtml({ text, names }: FolderView): boolean {
  const files = ['.readthedocs.yml', '.readthedocs.yaml', 'Makefile', 'conf.py'].filter((name) => names.includes(name));
  return files.some((name) => /\bdirhtml\b/.test(text(name)));
}
