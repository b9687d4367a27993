import { kramdownAnchors } from './anchor_rules.ts';
import { type FolderView, firstFolder, type GeneratorRules, setting } from './generator_rules.ts';

const SETTINGS = /^_config(?:_\w+)?\.ya?ml$/;

/**
 * Jekyll. Settings: jekyllrb.com/docs/configuration/options; posts: jekyllrb.com/docs/posts; their addresses:
 * jekyllrb.com/docs/permalinks; collections, which are folders `_name` published as `name`: jekyllrb.com/docs/collections.
 */
export const jekyll: GeneratorRules = {
  name: 'jekyll',
  marks: ({ names }) => names.some((name) => SETTINGS.test(name)) || names.includes('_posts'),
  pages: (folder) => firstFolder(folder, [setting(settingsOf(folder), /^source:\s*["']?([\w./-]+)/m), '']),
  language: (folder) => setting(settingsOf(folder), /^(?:lang|locale):\s*["']?([\w-]+)/m),
  mounts: (files) => {
    const collections = new Set<string>();
    for (const file of files) {
      const name = /^_([^/]+)\//.exec(file)?.[1];
      if (name !== undefined && name !== 'posts' && name !== 'drafts') collections.add(name);
    }
    return [...collections].map((name) => [`_${name}`, name] as const);
  },
  numbers: 'kept',
  dates: 'kept',
  datedNames: true,
  posts: {
    at: /(?:^|\/)_posts\//,
    pattern: (folder) =>
      folder === null ? ':title' : patternOf(setting(settingsOf(folder), /^permalink:\s*["']?([^\s"'#]+)/m)),
  },
  pieces: /(?:^|\/)_drafts\//,
  tagsBySpace: true,
  anchors: kramdownAnchors,
};

function settingsOf(folder: FolderView): string {
  return folder.names
    .filter((name) => SETTINGS.test(name))
    .map((name) => folder.text(name))
    .join('\n');
}

/** The pattern of a permalink setting, with Jekyll's named styles expanded. */
function patternOf(permalink: string | null): string {
  if (permalink === null || /^(?:date|pretty)$/.test(permalink)) return ':categories/:year/:month/:day/:title';
  if (permalink === 'ordinal') return ':categories/:year/:y_day/:title';
  if (permalink === 'weekdate') return ':categories/:year/W:week/:short_day/:title';
  return permalink === 'none' ? ':categories/:title' : permalink;
}
