import { plainSlug } from '../site/address_pattern.ts';
import { type AddressPattern, type FolderView, firstFolder, type GeneratorRules, setting } from './generator_rules.ts';

/**
 * Pelican. Settings, with the patterns of addresses: docs.getpelican.com/en/latest/settings.html; pages begin with
 * `Key: value` lines: docs.getpelican.com/en/latest/content.html.
 */
export const pelican: GeneratorRules = {
  name: 'pelican',
  marks: ({ names }) => names.includes('pelicanconf.py'),
  pages: (folder) => firstFolder(folder, [named(folder, 'PATH'), 'content']),
  language: (folder) => named(folder, 'DEFAULT_LANG'),
  addressStyle: () => 'html',
  patterns: (folder): AddressPattern[] => [
    { folder: 'pages', posts: false, pattern: pattern(named(folder, 'PAGE_URL') ?? 'pages/{slug}.html') },
    { folder: '', posts: false, pattern: pattern(named(folder, 'ARTICLE_URL') ?? '{slug}.html') },
  ],
  patternValues: ({ folders, slug, title, categories }) => ({
    slug: slug ?? plainSlug(title),
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

/** A pattern in Python's format, `{date:%Y}/{slug}`, with the keys that patterns have here. */
function pattern(written: string): string {
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
    .replace(/\{(slug|category)\}/g, ':$1');
}
