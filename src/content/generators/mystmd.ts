import { plainSlug } from '../site/address_pattern.ts';
import type { FolderView, GeneratorRules } from './generator_rules.ts';
import { parseSettings, textAt, textsAt } from './settings/parse_settings.ts';

/**
 * mystmd and Jupyter Book 2. Settings and front matter: mystmd.org/guide/frontmatter; addresses are the names of files
 * alone, without numbers, unless `site.options.folders` keeps the folders: mystmd.org/guide/table-of-contents.
 */
export const mystmd: GeneratorRules = {
  name: 'mystmd',
  marks: ({ names }) => names.includes('myst.yml'),
  selection: (folder) => ({
    only: null,
    except: textsAt(settingsOf(folder), 'project', 'exclude').map((pattern) => `/${pattern.replace(/^\.?\//, '')}`),
  }),
  patterns: (folder) => {
    const isNested = textAt(settingsOf(folder), 'site', 'options', 'folders') === 'true';
    return [{ folder: '', posts: false, pattern: isNested ? ':path' : ':page' }];
  },
  patternValues: ({ folders, name }) => ({
    page: publishedName(name),
    path: [...folders.map(publishedName), publishedName(name)].join('/'),
  }),
  publish: publishedName,
  isIndex: (name) => name === 'index',
  numbers: 'kept',
  dates: 'kept',
  labels: true,
  pieces: /(?:^|\/)_build\//,
};

function settingsOf(folder: FolderView) {
  return parseSettings('myst.yml', folder.text('myst.yml'));
}

function publishedName(name: string): string {
  return plainSlug(name.replace(/^\d+[\s._-]+(?=\S)/, '')) || name;
}
