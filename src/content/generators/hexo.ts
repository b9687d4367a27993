import { githubAnchors, hyphenated } from './anchor_rules.ts';
import { generator, stated } from './generator.ts';
import { type FolderView, folderPath, type GeneratorRules } from './generator_rules.ts';
import { settingsIn, textAt, textsAt } from './settings/settings.ts';

/**
 * Hexo. Settings: hexo.io/docs/configuration; addresses of posts, by default `:year/:month/:day/:title/`:
 * hexo.io/docs/permalinks. A date is cut from a file's name only if `new_post_name` has one. Jekyll's settings file has the
 * same name, so the folder of the sources must be beside it.
 */
export const hexo: GeneratorRules = generator('hexo', {
  marks: (folder) => {
    const { names, text, namesIn } = folder;
    if (!names.includes('_config.yml')) return false;
    const source = folderPath(textAt(settingsOf(folder), 'source_dir') ?? 'source');
    if (source === '' || namesIn(source).length === 0) return false;
    return names.includes('scaffolds') || namesIn(source).includes('_posts') || /"hexo"/.test(text('package.json'));
  },
  places: ['source'],
  selection: (folder) => ({ only: null, except: textsAt(settingsOf(folder), 'exclude') }),
  says: (folder) =>
    stated(folder, ['_config.yml'], { address: ['url'], base: ['root'], title: ['title'], folders: ['source_dir'] }),
  language: (folder) => textsAt(settingsOf(folder), 'language')[0] ?? null,
  addressStyle: (folder) => (textAt(settingsOf(folder), 'pretty_urls', 'trailing_html') === 'false' ? 'bare' : 'html'),
  patterns(folder) {
    const settings = settingsOf(folder);
    const written = textAt(settings, 'permalink') ?? ':year/:month/:day/:title/';
    // The name without its date is `:title` only where the names of posts have a date.
    const isDated = /:year/.test(textAt(settings, 'new_post_name') ?? '');
    return [{ folder: '_posts', posts: true, pattern: isDated ? written : written.replace(/:title\b/g, ':path') }];
  },
  patternValues: ({ folders, name, bare, slug, title, categories }) => {
    const path = [...folders, name].join('/');
    const category = categories.join('/') || 'uncategorized';
    return {
      ...{ title: slug ?? [...folders, bare].join('/'), path: slug ?? path, name: slug ?? name },
      ...{ category, post_title: title },
    };
  },
  isIndex: (name) => /^index$/i.test(name),
  slashOfIndex: true,
  // The settings `archive_dir`, `category_dir` and `tag_dir`.
  generated: /^(?:archives|categories|tags)(?:\/|$)/,
  datedNames: true,
  posts: /^_posts\//,
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
});

const settingsOf = (folder: FolderView) => settingsIn(folder, ['_config.yml']);
