import { lstatSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { type IgnoreRules, readIgnoreRules } from '../content/files/ignore_rules.ts';
import { entriesIn, type Project } from '../content/files/project.ts';
import { readRegularFile } from '../content/files/regular_file.ts';
import { byCodePoint } from '../text/by_code_point.ts';
import { NOT_THE_SITE, PICTURE } from './project_files.ts';

/** Files and folders that are looked at. */
const MOST_ENTRIES = 200_000;
const DEEPEST_FOLDER = 64;
/** Larger files are data that no person wrote, and are not read. */
const LARGEST_TEXT = 10 * 1024 * 1024;
const MOST_BYTES = 1024 * 1024 * 1024;
const NO_TEXT =
  /\.(?:pdf|zip|t?gz|bz2|xz|7z|rar|tar|mp[34]|m4[av]|webm|og[gv]|wav|mov|avi|mkv|woff2?|ttf|otf|eot|wasm|exe|dll|so|dylib|a|o|class|jar|pyc|node|psd|ai|sketch|fig|db|sqlite|bin|dat|map|lock)$|(?:^|\/)(?:package-lock\.json|pnpm-lock\.yaml)$/i;

/** What a project has besides what git ignores. Paths are relative to its top folder, sorted by code point. */
export interface ProjectListing {
  readonly pictures: readonly string[];
  readonly texts: readonly string[];
}

/**
 * Lists a whole project; null when it has too many files, or too much text. Symbolic links are not followed.
 * @param root absolute path of the content root, which is listed also if git ignores it
 */
export function listProject(project: Project, root: string): ProjectListing | null {
  const kept = relative(project.top, root).split(sep).join('/');
  const pictures: string[] = [];
  const texts: string[] = [];
  const pending: { path: string; depth: number; rules: IgnoreRules | null }[] = [{ path: '', depth: 0, rules: null }];
  let [entries, bytes] = [0, 0];
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    const { path, depth } = folder;
    const found = entriesIn(join(project.top, path));
    const ignoresMore = path !== '' && found.some(({ name }) => name === '.gitignore');
    const outer = folder.rules ?? readIgnoreRules(project, project.top);
    const rules = ignoresMore ? outer.below(path) : outer;
    for (const entry of found) {
      if (++entries > MOST_ENTRIES) return null;
      const inner = path === '' ? entry.name : `${path}/${entry.name}`;
      const isIgnored = rules.ignores(inner, entry.isDirectory());
      if (isIgnored && !`${kept}/`.startsWith(`${inner}/`)) continue;
      if (entry.isDirectory()) {
        const own = isIgnored && inner === kept ? readIgnoreRules(project, root, project.top) : rules;
        if (!NOT_THE_SITE.test(entry.name) && depth < DEEPEST_FOLDER)
          pending.push({ path: inner, depth: depth + 1, rules: own });
      } else if (!entry.isFile()) continue;
      else if (PICTURE.test(inner)) pictures.push(inner);
      else if (!NO_TEXT.test(inner)) {
        texts.push(inner);
        bytes += lstatSync(join(project.top, inner), { throwIfNoEntry: false })?.size ?? 0;
        if (bytes > MOST_BYTES) return null;
      }
    }
  }
  return { pictures: pictures.sort(byCodePoint), texts: texts.sort(byCodePoint) };
}

/** The text of a file; null when it is too large, is not text or cannot be read. */
export function readProjectText(project: Project, path: string): string | null {
  const { bytes } = readRegularFile(join(project.top, path), { bytes: LARGEST_TEXT, within: project.boundary });
  return bytes === null || bytes.subarray(0, 8_000).includes(0) ? null : bytes.toString('utf8');
}
