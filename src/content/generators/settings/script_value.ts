import { isRecord } from '../../markdown/front_matter/parse_front_matter.ts';

/** What a script says without being run; null is all that only running it would tell. */
export type ScriptValue = string | number | boolean | null | readonly ScriptValue[] | ScriptRecord | ScriptCall;

export interface ScriptRecord {
  readonly [key: string]: ScriptValue;
}

/** A call of a function that the script does not define, such as `defineConfig({})`. */
export class ScriptCall {
  readonly name: string;
  readonly given: readonly ScriptValue[];

  constructor(name: string, given: readonly ScriptValue[]) {
    this.name = name;
    this.given = given;
  }
}

/** Where a script gives a member of a record its value. */
export interface ScriptPlace {
  /** Relative to the folder whose settings are read. */
  readonly file: string;
  readonly line: number;
}

const PLACES = new WeakMap<ScriptRecord, Map<string, ScriptPlace>>();

export function notePlace(record: ScriptRecord, key: string, place: ScriptPlace): void {
  const places = PLACES.get(record) ?? new Map<string, ScriptPlace>();
  PLACES.set(record, places.set(key, place));
}

/** Notes that a record has the members of another one. */
export function copyPlaces(record: ScriptRecord, from: ScriptRecord): void {
  for (const [key, place] of PLACES.get(from) ?? []) notePlace(record, key, place);
}

/** Where a member is given its value, also one that only running the script would tell; null when there is none. */
export function placeOf(value: ScriptValue, key: string): ScriptPlace | null {
  if (value instanceof ScriptCall) {
    for (const each of value.given) {
      const place = placeOf(each, key);
      if (place !== null) return place;
    }
    return null;
  }
  return isPlain(value) ? (PLACES.get(value)?.get(key) ?? null) : null;
}

/** The value below a path of keys. The arguments of a call are searched for the key. */
export function memberOf(value: ScriptValue, ...keys: readonly string[]): ScriptValue {
  let found = value;
  for (const key of keys) found = oneMember(found, key);
  return found;
}

/** A string below a path of keys, or null. */
export function textOf(value: ScriptValue, ...keys: readonly string[]): string | null {
  const found = memberOf(value, ...keys);
  return typeof found === 'string' ? found : null;
}

/** The items of a list below a path of keys; none for anything else. */
export function itemsOf(value: ScriptValue, ...keys: readonly string[]): readonly ScriptValue[] {
  const found = memberOf(value, ...keys);
  return Array.isArray(found) ? found : [];
}

/** The entries of a record below a path of keys; none for anything else. */
export function entriesOf(value: ScriptValue, ...keys: readonly string[]): readonly (readonly [string, ScriptValue])[] {
  const found = memberOf(value, ...keys);
  const record = found instanceof ScriptCall ? found.given.find(isPlain) : found;
  return isPlain(record) ? Object.entries(record) : [];
}

/** A member of a record or list; of a call, that of its first argument that has one. */
export function oneMember(value: ScriptValue, key: string): ScriptValue {
  if (value instanceof ScriptCall) {
    for (const each of value.given) {
      const found = oneMember(each, key);
      if (found !== null) return found;
    }
    return null;
  }
  if (Array.isArray(value)) return /^\d+$/.test(key) ? (value[Number(key)] ?? null) : null;
  return isPlain(value) && Object.hasOwn(value, key) ? value[key]! : null;
}

/** Whether a value is a record, and not a call. */
export function isPlain(value: unknown): value is ScriptRecord {
  return isRecord(value) && !(value instanceof ScriptCall);
}
