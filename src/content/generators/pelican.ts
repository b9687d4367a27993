import { plainSlug } from '../site/address_pattern.ts';
import {
  type AddressPattern,
  type FolderView,
  firstFolder,
  type GeneratorRules,
  pathOfAddress,
  setting,
  trimPath,
} from './generator_rules.ts';

/**
 * Pelican. Settings, with the patterns of addresses, the folders of pages, and `SLUGIFY_SOURCE`, by which slugs are made of the names of
 * files: docs.getpelican.com/en/latest/settings.html; pages begin with `Key: value` lines: docs.getpelican.com/en/latest/content.html.
 */
export const pelican: GeneratorRules = {
  name: 'pelican',
  marks: ({ names }) => names.includes('pelicanconf.py'),
  pages: (folder) => firstFolder(folder, [named(folder, 'PATH'), 'content']),
  language: (folder) => named(folder, 'DEFAULT_LANG'),
  siteTitle: (folder) => named(folder, 'SITENAME'),
  base: (folder) => pathOfAddress(named(folder, 'SITEURL')),
  addressStyle: () => 'html',
  patterns(folder): AddressPattern[] {
    const places = setting(folder.text('pelicanconf.py'), /^PAGE_PATHS\s*=\s*\[([^\]]{0,2000})\]/m);
    const listed = [...(places ?? '"pages"').matchAll(/["']([^"'\n]{1,200})["']/g)].map(([, path]) => trimPath(path!));
    const isNamed = named(folder, 'SLUGIFY_SOURCE') === 'basename';
    const page = patternOf(addressIn(folder, 'PAGE') ?? 'pages/{slug}.html', isNamed);
    const article = patternOf(addressIn(folder, 'ARTICLE') ?? '{slug}.html', isNamed);
    return [
      ...listed.map((path) => ({ folder: path, posts: false, pattern: page })),
      ...(listed.includes('') ? [] : [{ folder: '', posts: false, pattern: article }]),
    ];
  },
  patternValues: ({ folders, slug, title, categories, name, bare }) => ({
    slug: slug ?? plainSlug(title),
    basename: slug ?? plainSlug(name),
    filename: bare,
    below: [...folders.slice(1), name].join('/'),
    category: plainSlug(categories[0] ?? folders.at(-1) ?? 'misc'),
  }),
  isIndex: () => false,
  metaLines: true,
  numbers: 'kept',
  dates: 'kept',
  datedNames: true,
};

function named(folder: FolderView, key: string): string | null {
  return setting(folder.text('pelicanconf.py'), new RegExp(`^${key}\\s*=\\s*["']([^"'\\n]+)["']`, 'm'));
}

/** The addresses of a kind of page. Where only the file to write is set, servers give its folder for `index.html`. */
function addressIn(folder: FolderView, kind: 'PAGE' | 'ARTICLE'): string | null {
  return named(folder, `${kind}_URL`) ?? named(folder, `${kind}_SAVE_AS`)?.replace(/(^|\/)index\.html$/, '$1') ?? null;
}

/**
 * A pattern in Python's format, `{date:%Y}/{slug}`, with the keys that patterns have here. `filename` and `path_no_ext` are the usual
 * names of groups in `FILENAME_METADATA` and `PATH_METADATA`.
 * @param isNamed whether slugs are made of the names of files
 */
function patternOf(written: string, isNamed: boolean): string {
  const dates: Readonly<Record<string, string>> = {
    Y: ':year',
    m: ':month',
    d: ':day',
    b: ':short_month',
    B: ':long_month',
  };
  return written
    .replace(/\{date:([^{}]*)\}/g, (_, format: string) =>
      format.replace(/%-?([a-zA-Z])/g, (_whole, key: string) => dates[key] ?? ':unknown'),
    )
    .replace(/\{(slug|category|filename)\}/g, (_, key: string) => (key === 'slug' && isNamed ? ':basename' : `:${key}`))
    .replace(/\{path_no_ext\}/g, ':below');
}
