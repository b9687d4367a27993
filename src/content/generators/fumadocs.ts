import { type FolderView, firstFolder, type GeneratorRules, setting, trimPath } from './generator_rules.ts';
import { next, nextSettings } from './next.ts';
import { memberOf } from './settings/script_value.ts';

/**
 * Fumadocs. The folder of documents is named in `source.config.ts`, and its address in the loader, `/docs` by default:
 * fumadocs.dev/docs/headless/source-api; `(group)` folders: fumadocs.dev/docs/page-conventions; languages by suffix or folder:
 * fumadocs.dev/docs/internationalization.
 */
export const fumadocs: GeneratorRules = {
  ...next,
  name: 'fumadocs',
  marks: ({ names, text }) =>
    names.includes('source.config.ts') ||
    (names.includes('source.config.mts') && /fumadocs/.test(text('package.json'))),
  pages: (folder) => firstFolder(folder, [folderOf(folder), 'content/docs', 'content']),
  addressStyle: (folder) => (memberOf(nextSettings(folder), 'trailingSlash') === true ? 'slash' : 'bare'),
  mounts(_files, folder) {
    const base = baseOf(folder);
    return base === '' ? [] : [['', base]];
  },
  isIndex: (name) => name === 'index',
  languageSuffix: true,
  pieces: /(?:^|\/)_/,
};

/** The folder of the only set of documents. */
function folderOf(folder: FolderView): string | null {
  const named = [...folder.text('source.config.ts').matchAll(/\bdir:\s*['"]([\w./-]+)['"]/g)].map(([, path]) => path!);
  return named.length === 1 ? trimPath(named[0]!) : null;
}

function baseOf(folder: FolderView): string {
  const files = [
    'lib/source.ts',
    'src/lib/source.ts',
    'app/source.ts',
    'src/app/source.ts',
    'lib/source.tsx',
    'lib/source/index.ts',
  ];
  for (const file of files) {
    const base = setting(folder.text(file), /\bbaseUrl:\s*['"]([^'"]*)['"]/);
    if (base !== null) return trimPath(base);
  }
  return /(?:^|\/)docs$/.test(fumadocs.pages!(folder).root) ? 'docs' : '';
}
