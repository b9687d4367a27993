import type { FolderView } from '../generators/generator_rules.ts';
import { listAt, pairsIn, settingsIn } from '../generators/settings/settings.ts';
import { type RedirectPattern, readPattern } from './redirect_patterns.ts';

const MOST_REDIRECTS = 20_000;
/** Each is tried for links that lead nowhere else. */
const MOST_PATTERNS = 500;
/** Signs of an address that is a pattern: `/old/*`, `/old/:slug`, `/[...slug]`. */
const PATTERN = /[*:(){}[\]]/;

/** Old addresses of a site and where they lead, without slashes at their ends. */
export interface SiteRedirects {
  readonly redirects: Readonly<Record<string, string>>;
  readonly redirectPatterns: readonly RedirectPattern[];
}

/**
 * The old addresses of a site and where each leads now: by the generator's settings and those of hosts, Netlify (docs.netlify.com/routing/redirects)
 * and Vercel (vercel.com/docs/project-configuration). The first of two redirects from one address holds.
 */
export function redirectsOf(
  named: readonly (readonly [from: string, to: string])[],
  folder: FolderView,
): SiteRedirects {
  const found = new Map<string, string>();
  const redirectPatterns: RedirectPattern[] = [];
  const all = [
    ...named,
    ...['', 'public', 'static', 'docs/public'].flatMap((place) => netlifyLines(linesOf(folder, place))),
    ...pairsIn(listAt(settingsIn(folder, ['netlify.toml']), 'redirects'), 'from', 'to'),
    ...pairsIn(listAt(settingsIn(folder, ['vercel.json']), 'redirects'), 'source', 'destination'),
  ];
  for (const [from, to] of all) {
    const [source, target] = [pathOf(from), pathOf(to)];
    if (source === null || target === null || source === target) continue;
    if (PATTERN.test(source)) {
      const pattern = readPattern(source, target);
      // One for all addresses is a page that says that there is none.
      const isForAll = pattern?.before.length === 0 && pattern.after.length === 0;
      if (pattern !== null && !isForAll && redirectPatterns.length < MOST_PATTERNS) redirectPatterns.push(pattern);
    } else if (!found.has(source) && found.size < MOST_REDIRECTS) found.set(source, target);
  }
  return { redirects: Object.fromEntries(found), redirectPatterns };
}

/** A path that starts at the site's root, without slashes at its ends, query and fragment; null for another site. */
function pathOf(address: string): string | null {
  const bare = address.trim().replace(/[?#].*$/, '');
  if (!bare.startsWith('/') || bare.startsWith('//')) return null;
  return bare.replace(/^\/+|\/+$/g, '').replace(/\.html$/, '');
}

function linesOf(folder: FolderView, place: string): string {
  const path = place === '' ? '_redirects' : `${place}/_redirects`;
  return folder.namesIn(place).includes('_redirects') ? folder.text(path) : '';
}

/** `/old /new 301`. */
function netlifyLines(text: string): [string, string][] {
  return text.split('\n').flatMap((line): [string, string][] => {
    const [from = '', to = ''] = line.trim().split(/\s+/);
    return from.startsWith('/') && to !== '' ? [[from, to]] : [];
  });
}
