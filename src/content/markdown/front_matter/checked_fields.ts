import { normalForm } from '../../../text/normal_form.ts';
import { quote } from '../../../text/quote.ts';
import { addressFault } from '../../site/path_fault.ts';
import type { ContentWarning, FieldSetting, FieldType, FieldValue, OwnFields } from '../../site_content.ts';
import { dateIn, dateOf } from './dates.ts';
import type { FencedSource } from './front_matter_fence.ts';
import { ADDRESS_KEYS, ALIAS_KEYS, DATE_KEYS, type FieldConventions } from './page_fields.ts';
import { type Fields, isRecord } from './parse_front_matter.ts';

/** Control characters but white space, and halves of surrogate pairs. */
const CONTROLS = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]|\p{Cs}/gu;
/** Words that Eleventy reads as a date, and templates. */
const DATE_WORDS = /^(?:git )?(?:last modified|created)$|\{\{|<%/i;
const DATE_FORMS = 'expected a date such as 2026-11-25, 2026-11-25T10:00:00Z or 25 November 2026';
/** The members of a record of dates. */
const RECORDED = ['created', 'updated', 'date'];
/** Per file, as more say nothing new. */
const MOST_WARNINGS = 20;

/** The fields of front matter without what cannot be published, and warnings of it and of dates that cannot be read. */
export function checkFields(
  file: string,
  source: FencedSource,
  written: Fields,
  conventions: FieldConventions,
): { readonly fields: Fields; readonly warnings: readonly ContentWarning[] } {
  const warnings: ContentWarning[] = [];
  const warn = (key: string, message: string, rule: string, member: readonly string[] = []) => {
    if (warnings.length < MOST_WARNINGS)
      warnings.push({ file, line: lineOfKey(source, key, ...member), column: 1, message, rule });
  };
  const fields = new Map<string, unknown>();
  const addresses = conventions.idIsSlug ? [...ADDRESS_KEYS, 'id'] : ADDRESS_KEYS;
  for (const [key, value] of written) {
    if (addresses.includes(key) || ALIAS_KEYS.includes(key)) {
      const isAlias = ALIAS_KEYS.includes(key);
      const refuse = (address: string) => {
        // The beginning of an address may lead out of the page's folder.
        const fault = addressFault(address.trim().replace(isAlias ? /^(?:\.\.?\/)+/ : /^\.\//, ''));
        if (fault === null) return false;
        const instead = isAlias ? 'it is left out' : 'the page uses the path of its file';
        warn(key, `Cannot use ${quote(address)} as ${quote(key)}: ${fault}, so ${instead}`, 'path');
        return true;
      };
      fields.set(key, withoutTexts(value, isAlias && typeof value === 'string' ? refuseList(refuse) : refuse));
      continue;
    }
    const cleaned = cleanTexts(value);
    fields.set(key, cleaned);
    if (cleaned !== value)
      warn(key, `Cannot publish a control character in ${quote(key)}: it is left out`, 'control-character');
  }
  for (const key of DATE_KEYS) {
    const date = fields.get(key);
    const days: readonly (readonly [unknown, ...string[]])[] =
      isRecord(date) && !(date instanceof Date) ? RECORDED.map((member) => [date[member], member]) : [[date]];
    for (const [day, ...member] of days) {
      if (!isDateLike(day) || dateIn(day, key, conventions) !== null) continue;
      const message = `Cannot read ${describeValue(day)} as the date ${quote([key, ...member].join('.'))}: ${expectedDate(day)}`;
      warn(key, message, 'unreadable-date', member);
    }
  }
  return { fields, warnings };
}

/** What would be right instead of a date that cannot be read: the day, if only one can be meant. */
function expectedDate(written: unknown): string {
  const text = typeof written === 'number' || typeof written === 'string' ? String(written).trim() : '';
  const day = /^(?:19|20)\d{6}$/.test(text) ? dateOf(text.replace(/^(....)(..)(..)$/, '$1-$2-$3')) : dayLast(text);
  return day === null ? DATE_FORMS : `expected ${day}`;
}

/** The day of a text such as `25.11.2026`; null if its first two numbers may be exchanged. */
function dayLast(text: string): string | null {
  const [, first, second, year] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text) ?? [];
  if (year === undefined) return null;
  const [asDay, asMonth] = [dateOf(`${year}-${second}-${first}`), dateOf(`${year}-${first}-${second}`)];
  return asDay === null || asMonth === null || asDay === asMonth ? (asDay ?? asMonth) : null;
}

/** Whether a value is meant to be a date. `published: false` is not. */
function isDateLike(value: unknown): boolean {
  if (typeof value === 'number' || value instanceof Date || Array.isArray(value)) return true;
  return typeof value === 'string' && !/^(?:true|false|yes|no|on|off|)$/i.test(value.trim()) && !DATE_WORDS.test(value);
}

/** A comma-separated list is refused as a whole. */
function refuseList(refuse: (address: string) => boolean): (list: string) => boolean {
  return (list) => list.split(',').some((each) => refuse(each));
}

/** A value without the texts that are refused. */
function withoutTexts(value: unknown, refuse: (text: string) => boolean): unknown {
  if (typeof value === 'string') return refuse(value) ? null : value;
  if (Array.isArray(value)) return value.map((each) => withoutTexts(each, refuse)).filter((each) => each !== null);
  if (!isRecord(value) || value instanceof Date) return value;
  return Object.values(value).some((each) => typeof each === 'string' && refuse(each)) ? null : value;
}

/** The value itself when it has no control characters. */
function cleanTexts(value: unknown): unknown {
  if (typeof value === 'string') {
    const clean = value.replace(CONTROLS, '');
    return clean === value ? value : clean;
  }
  if (Array.isArray(value)) {
    const items = value.map(cleanTexts);
    return items.some((each, at) => each !== value[at]) ? items : value;
  }
  if (!isRecord(value) || value instanceof Date) return value;
  const entries = Object.entries(value).map(([name, each]) => [name, cleanTexts(each)] as const);
  return entries.some(([name, each]) => each !== value[name]) ? Object.fromEntries(entries) : value;
}

/**
 * Reads the front matter keys that the owner declares. A value of another type counts as missing, with a warning.
 * @returns a value for every declared field, null where the page has none
 */
export function readOwnFields(
  file: string,
  source: FencedSource,
  fields: Fields,
  declared: readonly FieldSetting[],
): { values: OwnFields; warnings: readonly ContentWarning[] } {
  const values: Record<string, FieldValue | null> = {};
  const warnings: ContentWarning[] = [];
  for (const { name, type } of declared) {
    const written = fields.get(name.toLowerCase()) ?? null;
    const value = written === null || written === '' ? null : TYPES[type].read(written);
    values[name] = value;
    if (value !== null || written === null || written === '') continue;
    const message = `Cannot read ${describeValue(written)} as the field ${quote(name)}: expected ${TYPES[type].expected}`;
    warnings.push({ file, line: lineOfKey(source, name), column: 1, message, rule: 'field' });
  }
  return { values, warnings };
}

/** How the values of each type are read, and what a message says of them. */
const TYPES: Readonly<Record<FieldType, { expected: string; read(written: unknown): FieldValue | null }>> = {
  string: { expected: 'text', read: scalarText },
  number: {
    expected: 'a number',
    read(written) {
      const number = typeof written === 'string' && written.trim() !== '' ? Number(written) : written;
      return typeof number === 'number' && Number.isFinite(number) ? number + 0 : null;
    },
  },
  boolean: {
    expected: 'true or false',
    read(written) {
      if (typeof written === 'boolean') return written;
      return written === 'true' ? true : written === 'false' ? false : null;
    },
  },
  date: { expected: 'a date', read: dateOf },
  list: {
    expected: 'a list of strings',
    read(written) {
      const items = (Array.isArray(written) ? written : [written]).map(scalarText);
      return items.every((item) => item !== null) ? [...new Set(items)] : null;
    },
  },
};

function scalarText(written: unknown): string | null {
  if (typeof written === 'string') return normalForm(written);
  return typeof written === 'number' || typeof written === 'boolean' ? String(written) : null;
}

/** A value of front matter in a message. */
function describeValue(written: unknown): string {
  if (typeof written === 'string') return quote(written);
  if (typeof written === 'number' || typeof written === 'boolean') return String(written);
  if (written instanceof Date) return 'a time without a day';
  return Array.isArray(written) ? 'a list' : 'an object';
}

/** The line of the file that names the last of the keys, each inside of the one before; of an unusual spelling the line of the key before. */
function lineOfKey({ raw, rawLine }: FencedSource, ...keys: readonly string[]): number {
  let at = 0;
  for (const key of keys) {
    const escaped = key.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    const place = new RegExp(`(?:^|[{,])[ \\t"'-]*(?=${escaped}["']?[ \\t]*[:=])`, 'gim');
    place.lastIndex = at;
    if (place.test(raw)) at = place.lastIndex;
  }
  return rawLine + raw.slice(0, at).split('\n').length - 1;
}
