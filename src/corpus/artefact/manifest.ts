import type { AnalyserFacts } from '../analysis/analyser_facts.ts';
import { isStemAlgorithm } from '../analysis/stem.ts';
import type { FieldInfo, SiteSettings, Stamps } from '../corpus.ts';
import { ArtefactError } from './artefact_format.ts';
import type { Sections } from './sections.ts';

/** The artefact's metadata, stored as JSON. */
export interface Manifest {
  readonly settings: SiteSettings;
  readonly stamps: Stamps;
  readonly analyser: AnalyserFacts;
  /** `characterFingerprint` of the section `text.characters`, by the Unicode tables that analysed the text. */
  readonly characters: string;
  /** Number of pages. */
  readonly pages: number;
}

type Check = (value: unknown) => boolean;
/** Checks of an object's members. Other members are ignored. */
type Checks<Value> = { readonly [Member in keyof Required<Value>]: Check };

const isText: Check = (value) => typeof value === 'string';
const isObject: Check = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const isAbsent: Check = (value) => value === undefined;
const either =
  (...checks: readonly Check[]): Check =>
  (value) =>
    checks.some((check) => check(value));
const isOneOf =
  (...values: readonly unknown[]): Check =>
  (value) =>
    values.includes(value);
const isListOf =
  (check: Check, most = Number.POSITIVE_INFINITY): Check =>
  (value) =>
    Array.isArray(value) && value.length <= most && value.every(check);
const has =
  <Value>(checks: Checks<Value>): Check =>
  (value) =>
    findFault(value, checks) === null;

/** It becomes part of entity tags. */
const isStamp = either(isOneOf(null), (value) => typeof value === 'string' && /^[\w.-]{1,64}$/.test(value));
/** It becomes part of fields. */
const isOrigin: Check = (value) => typeof value === 'string' && /^[\x21-\x7e]+$/.test(value) && URL.canParse(value);
/** An origin, or where none is known the path of the site on its host, which may be empty. */
const isSiteOrigin: Check = (value) =>
  value === '' || isOrigin(value) || (typeof value === 'string' && /^\/(?!\/)[\x21-\x7e]+$/.test(value));
/** Sums and differences of page numbers fit 32 bits. */
const isCount: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) < 2 ** 31;
/** A page has the number of its collection in 16 bits, and a word a bit for each stemmer. */
const MOST_COLLECTIONS = 0xffff;
const MOST_STEMMERS = 32;

const fieldTypes: Readonly<Record<FieldInfo['type'], true>> = {
  ...{ string: true, number: true, boolean: true, date: true, list: true },
};

const settings: Checks<SiteSettings> = {
  origin: isSiteOrigin,
  title: isText,
  description: isText,
  language: (value) => typeof value === 'string' && /^[A-Za-z0-9-]{1,255}$/.test(value),
  collections: isListOf(has({ name: isText, title: isText }), MOST_COLLECTIONS),
  tools: isListOf(isText),
  fields: either(isAbsent, isListOf(has<FieldInfo>({ name: isText, type: isOneOf(...Object.keys(fieldTypes)) }))),
  publicOrigin: either(isOneOf(null), isOrigin),
  withoutSpace: either(isAbsent, isOneOf(true)),
  // The readers of these settings check their values.
  declared: either(isAbsent, isObject),
  notStored: either(isAbsent, isListOf(isText)),
};

const checks: Checks<Manifest> = {
  settings: has(settings),
  stamps: has<Stamps>({ commit: isStamp, content: isStamp }),
  analyser: has<AnalyserFacts>({
    version: Number.isSafeInteger,
    unicode: isText,
    stemmer: isText,
    algorithms: isListOf((value) => typeof value === 'string' && isStemAlgorithm(value), MOST_STEMMERS),
  }),
  characters: isText,
  pages: isCount,
};

/** @throws ArtefactError when it is missing, damaged, or has a value that no bake writes */
export function readManifest(sections: Sections): Manifest {
  const value = sections.json('manifest');
  const fault = findFault(value, checks);
  if (fault === null) return value as Manifest;
  const inSettings = fault === 'settings' ? findFault((value as Partial<Manifest> | null)?.settings, settings) : null;
  throw new ArtefactError(
    `its manifest has no valid "${inSettings === null ? '' : 'settings.'}${inSettings ?? fault}"`,
  );
}

/** @returns the first invalid member; the first member of all when the value is not an object */
function findFault<Value>(value: unknown, members: Checks<Value>): string | null {
  const names = Object.keys(members) as (keyof Value & string)[];
  return names.find((name) => !isObject(value) || !members[name](Reflect.get(value as object, name))) ?? null;
}
