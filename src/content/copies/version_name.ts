import { byCodePoint } from '../../text/by_code_point.ts';

/** What the name of a folder says of the version in it. Kinds in the order in which a reader is served: the latest first. */
const KINDS = ['latest', 'release', 'next', 'archive'] as const;

export interface VersionName {
  readonly kind: (typeof KINDS)[number];
  /** The numbers of a release; an `x` is larger than any number. */
  readonly numbers: readonly number[];
  /** What follows them, such as `rc1`; '': nothing. */
  readonly stage: string;
  /** Whether it is a number alone, such as `2023`, which may be anything else. */
  readonly isBare: boolean;
  /** The name of the folder without the version: `docs` of `v1.12-docs`; '' for most. */
  readonly rest: string;
}

const NAMES: Readonly<Record<string, VersionName['kind']>> = {
  ...{ latest: 'latest', stable: 'latest', current: 'latest' },
  ...{ next: 'next', dev: 'next', devel: 'next', develop: 'next', main: 'next', master: 'next', nightly: 'next' },
  ...{ unstable: 'next', edge: 'next', canary: 'next', preview: 'next', upcoming: 'next', head: 'next', trunk: 'next' },
  ...{ snapshot: 'next', alpha: 'next', beta: 'next', rc: 'next' },
  ...{ archive: 'archive', archives: 'archive', archived: 'archive', old: 'archive', legacy: 'archive' },
};

const RELEASE =
  /^(?:(docs?|documentation|guides?|manual)[-_])?(?:v|version[-_]?|release[-_]?|rel[-_]?|r)?(\d{1,9}(?:[._](?:\d{1,9}|x)){0,5})(?:[-_.]?((?:alpha|beta|rc|pre|preview|dev|next|snapshot|draft|m)[-_.]?\d{0,6}))?(?:[-_](docs?|documentation|guides?|manual))?$/i;

/** @returns null for a name that no version has */
export function readVersionName(name: string): VersionName | null {
  const lower = name.toLowerCase();
  if (Object.hasOwn(NAMES, lower)) return { kind: NAMES[lower]!, numbers: [], stage: '', isBare: false, rest: '' };
  const match = RELEASE.exec(lower);
  if (match === null) return null;
  const numbers = match[2]!.split(/[._]/).map((part) => (part === 'x' ? Number.MAX_SAFE_INTEGER : Number(part)));
  const stage = match[3] ?? '';
  return {
    kind: stage === '' ? 'release' : 'next',
    numbers,
    stage,
    isBare: /^\d+$/.test(name),
    rest: match[1] ?? match[4] ?? '',
  };
}

/** Orders versions: the latest, then releases from the highest down, then what is not released, then archives. */
export function compareVersions(a: VersionName, b: VersionName): number {
  return KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) || compareReleases(b, a);
}

/** Orders releases by their numbers, upwards; `1.0-rc1` is before `1.0`. */
export function compareReleases(a: VersionName, b: VersionName): number {
  for (let i = 0; i < Math.max(a.numbers.length, b.numbers.length); i++) {
    const difference = (a.numbers[i] ?? 0) - (b.numbers[i] ?? 0);
    if (difference !== 0) return difference;
  }
  if (a.stage === '' || b.stage === '') return Number(a.stage === '') - Number(b.stage === '');
  return byCodePoint(a.stage, b.stage);
}
