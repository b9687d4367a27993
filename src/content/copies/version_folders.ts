import { byCodePoint } from '../../text/by_code_point.ts';
import { lastSegment, parentOf } from '../../text/paths.ts';
import { plainVersion } from '../../text/plain_version.ts';
import type { CopyPage } from './copy_page.ts';
import { resemblance, sketchOf } from './near_texts.ts';
import { compareVersions, readVersionName, type VersionName } from './version_name.ts';

/** What the name of a folder says. */
export interface FoundVersion extends VersionName {
  /** Whether its pages repeat those of other versions; else it is only beside some that do. */
  readonly repeats: boolean;
}

/** Folders in addresses that hold a version each, by their paths. */
export type VersionFolders = ReadonlyMap<string, FoundVersion>;

/** The versions in one folder. */
export interface FoundVersions {
  /** The folder around them, in addresses; '' is the root. */
  readonly folder: string;
  /** In the order of `compareVersions`. */
  readonly names: readonly string[];
  /** The one that settings name as the current one; null: none of these. */
  readonly current: string | null;
}

/** The versions of a site by the folders around them, sorted by folder. @param currentVersion that settings name */
export function listVersions(folders: VersionFolders, currentVersion: string | null = null): FoundVersions[] {
  const parents = Map.groupBy(folders, ([folder]) => parentOf(folder));
  return [...parents]
    .sort(([a], [b]) => byCodePoint(a, b))
    .map(([folder, versions]) => {
      const names = versions
        .sort(([a, says], [b, others]) => compareVersions(says, others) || byCodePoint(a, b))
        .map(([path]) => path.slice(folder === '' ? 0 : folder.length + 1));
      const isCurrent = (name: string) =>
        currentVersion !== null && plainVersion(name) === plainVersion(currentVersion);
      return { folder, names, current: names.find(isCurrent) ?? null };
    });
}

/** Share of a folder's pages that a version beside it must have too, or the folder around it. */
const ENOUGH_REPEATED = 0.3;
/** Share of the repeated pages that must have the same title; of a bare number also a text that resembles. */
const ENOUGH_ALIKE = 0.5;
const LEAST_RESEMBLANCE = 0.5;
/** Pages of a bare number whose texts are compared. */
const MOST_COMPARED = 20;

/** A version whose name tells no order. */
const UNREAD: VersionName = { kind: 'release', numbers: [], stage: '', isBare: false, rest: '' };

/** A folder whose name may be a version, and its pages by what follows it in their paths. */
interface Candidate {
  readonly parent: string;
  readonly version: VersionName;
  readonly pages: Map<string, CopyPage>;
}

/**
 * Finds the folders that hold versions of each other: their names look like versions, and they repeat pages of a version beside them or of
 * the folder around them. A name alone tells nothing: `v1` of an API or `2024` of a blog may have no copy.
 * @param declared folders of which the generator says that they hold a version, whatever their names and pages
 */
export function findVersionFolders(pages: readonly CopyPage[], declared: readonly string[] = []): VersionFolders {
  const known = declared.map((folder) => [folder, declaredVersion(folder)] as const);
  return new Map([...foundVersionFolders(pages), ...known]);
}

function declaredVersion(folder: string): FoundVersion {
  const says = readVersionName(lastSegment(folder));
  return { ...(says ?? UNREAD), repeats: true };
}

function foundVersionFolders(pages: readonly CopyPage[]): VersionFolders {
  const found = new Map<string, Candidate>();
  for (const page of pages) {
    for (const { folder, parent, name, rest } of foldersOf(page.path)) {
      const version = readVersionName(name);
      if (version === null) continue;
      const candidate = found.get(folder) ?? { parent, version, pages: new Map<string, CopyPage>() };
      found.set(folder, candidate);
      candidate.pages.set(version.rest === '' ? rest : `${version.rest}/${rest}`, page);
    }
  }
  if (found.size === 0) return new Map();
  const byPath = new Map(pages.map((page) => [page.path, page]));
  const accepted = new Map<string, FoundVersion>();
  for (const [parent, beside] of Map.groupBy(found, ([, candidate]) => candidate.parent)) {
    const copies = copiesBeside(beside.map(([, candidate]) => candidate));
    const plain = (rest: string) => byPath.get(parent === '' ? rest : `${parent}/${rest}`);
    const sure = new Set(beside.filter(([, each]) => isRepeated(each, copies, plain)).map(([folder]) => folder));
    for (const [folder, { version }] of beside) {
      const isBeside = sure.size >= 1 && version.kind === 'release' && !version.isBare;
      if (sure.has(folder) || isBeside) accepted.set(folder, { ...version, repeats: sure.has(folder) });
    }
  }
  return accepted;
}

/** By the rest of their paths: the first two pages of different versions. */
type CopiesBeside = ReadonlyMap<string, readonly (readonly [candidate: Candidate, page: CopyPage])[]>;

function copiesBeside(candidates: readonly Candidate[]): CopiesBeside {
  const copies = new Map<string, (readonly [Candidate, CopyPage])[]>();
  for (const candidate of candidates) {
    for (const [rest, page] of candidate.pages) {
      const known = copies.get(rest);
      if (known === undefined) copies.set(rest, [[candidate, page]]);
      else if (known.length < 2) known.push([candidate, page]);
    }
  }
  return copies;
}

function isRepeated(
  candidate: Candidate,
  copies: CopiesBeside,
  plain: (rest: string) => CopyPage | undefined,
): boolean {
  const pairs: (readonly [CopyPage, CopyPage])[] = [];
  for (const [rest, page] of candidate.pages) {
    const copy = plain(rest) ?? copies.get(rest)!.find(([other]) => other !== candidate)?.[1];
    if (copy !== undefined) pairs.push([page, copy]);
  }
  if (pairs.length === 0 || pairs.length < candidate.pages.size * ENOUGH_REPEATED) return false;
  const alike = pairs.filter(([a, b]) => a.title === b.title);
  if (alike.length < pairs.length * ENOUGH_ALIKE) return false;
  if (!candidate.version.isBare) return true;
  const compared = alike.slice(0, MOST_COMPARED);
  const near = compared.filter(([a, b]) => resemblance(sketchOf(a.text()), sketchOf(b.text())) >= LEAST_RESEMBLANCE);
  return near.length >= compared.length * ENOUGH_ALIKE;
}

/** The folders above a page in its path, the outermost first. */
function* foldersOf(path: string) {
  for (let at = path.indexOf('/'), from = 0; at >= 0; from = at + 1, at = path.indexOf('/', from)) {
    const parent = path.slice(0, Math.max(0, from - 1));
    yield { folder: path.slice(0, at), parent, name: path.slice(from, at), rest: path.slice(at + 1) };
  }
}
