import { byCodePoint } from '../../text/by_code_point.ts';
import { foldersAbove, parentOf } from '../../text/paths.ts';
import { globMatcher } from '../files/glob.ts';
import type { HiddenPages } from '../generators/generator_rules.ts';
import { type Fields, isRecord } from './front_matter/parse_front_matter.ts';

/** Hugo's build options: gohugo.io/content-management/build-options. */
export function isNeverRendered(fields: Fields): boolean {
  const build = fields.get('build') ?? fields.get('_build');
  const render = isRecord(build) ? build.render : null;
  return render === false || render === 'never' || render === 'link' || fields.get('headless') === true;
}

/**
 * The pages that `cascade` hides: gohugo.io/content-management/front-matter. A section's own build options override those of its
 * cascade.
 */
export function hiddenByCascade(fields: Fields): HiddenPages[] {
  const cascade = fields.get('cascade');
  return (Array.isArray(cascade) ? cascade : [cascade]).filter(isRecord).flatMap((value): HiddenPages[] => {
    const lower = new Map(Object.entries(value).map(([key, each]) => [key.toLowerCase(), each]));
    if (!isNeverRendered(lower)) return [];
    const target = lower.get('target') ?? lower.get('_target');
    if (target === undefined) return [{ path: null, kind: null }];
    if (!isRecord(target) || typeof target.environment === 'string' || typeof target.lang === 'string') return [];
    const text = (each: unknown) => (typeof each === 'string' ? each : null);
    return [{ path: text(target.path), kind: text(target.kind) }];
  });
}

/**
 * Combines what all sections hide.
 * @param sections pages with `hides`, and whether their own build options keep them published
 */
export function hiddenFiles(
  sections: readonly { readonly file: string; readonly hides: readonly HiddenPages[]; readonly isBuilt: boolean }[],
): (file: string) => boolean {
  const kept = new Set(sections.flatMap(({ file, isBuilt }) => (isBuilt ? [file] : [])));
  const byFolder = new Map<string, ((file: string) => boolean)[]>();
  for (const { file, hides } of sections.toSorted((a, b) => byCodePoint(a.file, b.file))) {
    const folder = parentOf(file);
    byFolder.set(folder, [...(byFolder.get(folder) ?? []), ...hides.map(matcherOf)]);
  }
  const isHiddenIn = (folder: string, file: string) => byFolder.get(folder)?.some((matches) => matches(file)) ?? false;
  return (file) => !kept.has(file) && [...foldersAbove(file), ''].some((folder) => isHiddenIn(folder, file));
}

function matcherOf({ path, kind }: HiddenPages): (file: string) => boolean {
  const kinds = kind === null ? null : kind.replace(/[{}\s]/g, '').split(',');
  const paths = path === null ? null : alternatives(path).map(wholePath);
  return (file) => {
    const isSection = /(?:^|\/)_index\.[^/]*$/.test(file);
    if (kinds !== null && !kinds.includes(isSection ? 'section' : 'page')) return false;
    const logical = `/${file.replace(/\.\w+$/, '').replace(/\/?_?index$/, '')}`.toLowerCase();
    return paths === null || paths.some((matches) => matches(logical));
  };
}

/** `{/a/**,/b}` as two patterns. */
function alternatives(pattern: string): string[] {
  return pattern.replace(/^\{(.*)\}$/, '$1').split(pattern.startsWith('{') ? ',' : '\u0000');
}

/** The matcher of a pattern, which may lack its first slash. */
function wholePath(pattern: string): (path: string) => boolean {
  return globMatcher(pattern.trim().toLowerCase().replace(/^\/?/, '/'));
}
