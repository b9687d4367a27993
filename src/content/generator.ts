/** The programs whose conventions a content folder may follow. `plain` is a folder that shows no marker. */
export type Generator =
  | 'hugo'
  | 'jekyll'
  | 'docusaurus'
  | 'astro'
  | 'vitepress'
  | 'obsidian'
  | 'nuxt'
  | 'mintlify'
  | 'zola'
  | 'docfx'
  | 'mdn'
  | 'eleventy'
  | 'plain';

const MARKERS: readonly (readonly [RegExp, Generator])[] = [
  [/^docusaurus\.config\.[cm]?[jt]s$/, 'docusaurus'],
  [/^astro\.config\.[cm]?[jt]s$/, 'astro'],
  [/^hugo\.(toml|ya?ml|json)$/, 'hugo'],
  [/^zola\.toml$/, 'zola'],
  [/^\.vitepress$/, 'vitepress'],
  [/^\.obsidian$/, 'obsidian'],
  [/^nuxt\.config\.[cm]?[jt]s$/, 'nuxt'],
  [/^(docs|mint)\.json$/, 'mintlify'],
  [/^docfx\.json$|^\.openpublishing\.publish\.config\.json$/, 'docfx'],
  [/^(\.eleventy|eleventy\.config)\.[cm]?js$/, 'eleventy'],
  [/^_config(_\w+)?\.ya?ml$/, 'jekyll'],
  [/^_posts$/, 'jekyll'],
  [/^_redirects\.txt$/, 'mdn'],
];

/**
 * The generator that a folder's own entries give away, or null. `config.toml` is Hugo's older name and Zola's only
 * one, so `readText` is asked what it says: Zola's settings are snake_case where Hugo's are camelCase.
 */
export function generatorOfEntries(
  names: readonly string[],
  readText: (name: string) => string | null,
): Generator | null {
  for (const [pattern, generator] of MARKERS) {
    if (names.some((name) => pattern.test(name))) return generator;
  }
  if (names.includes('config.toml')) {
    return /^\s*base_url\s*=/m.test(readText('config.toml') ?? '') ? 'zola' : 'hugo';
  }
  if (names.includes('archetypes') && names.includes('layouts')) return 'hugo';
  return null;
}
