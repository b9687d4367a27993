import { githubAnchors, hyphenated } from './anchor_rules.ts';
import { firstFolder, type GeneratorRules, setting } from './generator_rules.ts';

/**
 * Hexo. Settings: hexo.io/docs/configuration; addresses of posts, by default `:year/:month/:day/:title/`:
 * hexo.io/docs/permalinks. Jekyll's settings file has the same name, so a folder `source` must be beside it.
 */
export const hexo: GeneratorRules = {
  name: 'hexo',
  marks: ({ names, text, namesIn }) =>
    names.includes('_config.yml') &&
    names.includes('source') &&
    (names.includes('scaffolds') || namesIn('source').includes('_posts') || /"hexo"/.test(text('package.json'))),
  pages: (folder) =>
    firstFolder(folder, [setting(folder.text('_config.yml'), /^source_dir:\s*["']?([\w./-]+)/m), 'source']),
  language: (folder) => setting(folder.text('_config.yml'), /^language:\s*(?:\n\s*-\s*)?["']?([\w-]+)/m),
  numbers: 'kept',
  dates: 'kept',
  posts: {
    at: /^_posts\//,
    undated: true,
    pattern: (folder) =>
      (folder === null ? null : setting(folder.text('_config.yml'), /^permalink:\s*["']?([^\s"'#]+)/m)) ??
      ':year/:month/:day/:title',
  },
  // github.com/hexojs/hexo-renderer-marked, and `slugize` of hexo-util: letters keep their case.
  anchors: {
    slug: (text) =>
      hyphenated(
        text
          .normalize('NFKD')
          .replace(/[\u0300-\u036f\u0000-\u001f]/g, '')
          .replace(/[\s~`!@#$%^&*()\-_+=[\]{}|\\;:"'<>,.?/]+/g, '-'),
      ),
    also: [githubAnchors],
  },
  pieces: /(?:^|\/)_drafts\//,
};
