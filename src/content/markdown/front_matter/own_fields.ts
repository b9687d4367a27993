import { normalForm } from '../../../text/normal_form.ts';
import { quote } from '../../../text/quote.ts';
import type { ContentWarning, FieldSetting, FieldType, FieldValue, OwnFields } from '../../site_content.ts';
import type { FencedSource } from './front_matter_fence.ts';
import { dateOf } from './page_fields.ts';
import type { Fields } from './parse_front_matter.ts';

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
    const message = `Cannot read ${describeValue(written)} as the field ${quote(name)}: ${TYPES[type].expected} is expected`;
    warnings.push({ file, line: lineOfKey(source, name), column: 1, message, rule: 'field' });
  }
  return { values, warnings };
}

/** How the values of each type are read, and what a message says of them. */
const TYPES: Readonly<Record<FieldType, { expected: string; read(written: unknown): FieldValue | null }>> = {
  string: { expected: 'a text', read: scalarText },
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
    expected: 'a list of texts',
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
export function describeValue(written: unknown): string {
  if (typeof written === 'string') return quote(written);
  if (typeof written === 'number' || typeof written === 'boolean') return String(written);
  if (written instanceof Date) return 'a time without a day';
  return Array.isArray(written) ? 'a list' : 'an object';
}

/** The line of the file that names the key; the first line of the front matter when it is spelled in an unusual way. */
export function lineOfKey({ raw, rawLine }: FencedSource, name: string): number {
  const line = raw
    .split('\n')
    .findIndex((each) => each.trimStart().replace(/^["']/, '').toLowerCase().startsWith(name.toLowerCase()));
  return rawLine + Math.max(0, line);
}
