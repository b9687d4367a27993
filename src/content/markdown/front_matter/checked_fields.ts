import { quote } from '../../../text/quote.ts';
import { addressFault } from '../../site/path_fault.ts';
import type { ContentWarning } from '../../site_content.ts';
import type { FencedSource } from './front_matter_fence.ts';
import { describeValue, lineOfKey } from './own_fields.ts';
import { ADDRESS_KEYS, ALIAS_KEYS, DATE_KEYS, dateIn, type FieldConventions } from './page_fields.ts';
import { type Fields, isRecord } from './parse_front_matter.ts';

/** Control characters but white space, and halves of surrogate pairs. */
const CONTROLS = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]|\p{Cs}/gu;
/** Words that Eleventy reads as a date, and templates. */
const DATE_WORDS = /^(?:git )?(?:last modified|created)$|\{\{|<%/i;
const DATE_FORMS = 'expected a form such as 2024-01-31, 2024-01-31T10:00:00Z or 31 January 2024';
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
  const warn = (key: string, message: string, rule: string) => {
    if (warnings.length < MOST_WARNINGS)
      warnings.push({ file, line: lineOfKey(source, key), column: 1, message, rule });
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
        const instead = isAlias ? 'it is left out' : 'the page has the path of its file';
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
    const days = isRecord(date) && !(date instanceof Date) ? [date.created, date.updated, date.date] : [date];
    for (const day of days) {
      if (!isDateLike(day) || dateIn(day, key, conventions) !== null) continue;
      warn(key, `Cannot read ${describeValue(day)} as the date ${quote(key)}: ${DATE_FORMS}`, 'date');
    }
  }
  return { fields, warnings };
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
