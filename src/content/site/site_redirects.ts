import type { FolderView } from '../generators/generator_rules.ts';
import { listAt, parseSettings } from '../generators/settings/settings.ts';
import { isRecord } from '../markdown/front_matter/parse_front_matter.ts';

const MOST_REDIRECTS = 20_000;
/** An address that is a pattern: `/old/*`, `/old/:slug`, `/(a|b)`. */
const PATTERN = /[*:(){}[\]]/;

/**
 * The old addresses of a site and where each leads now: by the generator's settings and those of hosts, Netlify (docs.netlify.com/routing/redirects)
 * and Vercel (vercel.com/docs/project-configuration). Both are paths without slashes at their ends; patterns are left out, and the first
 * of two redirects from one address holds.
 */
export function redirectsOf(
  named: readonly (readonly [from: string, to: string])[],
  folder: FolderView,
): Readonly<Record<string, string>> {
  const found = new Map<string, string>();
  const all = [
    ...named,
    ...['', 'public', 'static', 'docs/public'].flatMap((place) => netlifyLines(linesOf(folder, place))),
    ...entriesIn(parseSettings('netlify.toml', textOf(folder, 'netlify.toml')), 'from', 'to'),
    ...entriesIn(parseSettings('vercel.json', textOf(folder, 'vercel.json')), 'source', 'destination'),
  ];
  for (const [from, to] of all) {
    const [source, target] = [pathOf(from), pathOf(to)];
    if (source === null || target === null || source === target || found.has(source)) continue;
    if (found.size < MOST_REDIRECTS) found.set(source, target);
  }
  return Object.fromEntries(found);
}

/** A path that starts at the site's root, without slashes at its ends, query and fragment; null for a pattern and for another site. */
function pathOf(address: string): string | null {
  const bare = address.trim().replace(/[?#].*$/, '');
  if (!bare.startsWith('/') || bare.startsWith('//') || PATTERN.test(bare)) return null;
  return bare.replace(/^\/+|\/+$/g, '').replace(/\.html$/, '');
}

function textOf(folder: FolderView, name: string): string {
  return folder.names.includes(name) ? folder.text(name) : '';
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

function entriesIn(settings: unknown, from: string, to: string): [string, string][] {
  return listAt(settings, 'redirects').flatMap((each): [string, string][] => {
    const [source, target] = isRecord(each) ? [each[from], each[to]] : [];
    return typeof source === 'string' && typeof target === 'string' ? [[source, target]] : [];
  });
}
