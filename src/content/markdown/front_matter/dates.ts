/** Dates of front matter as calendar days, `YYYY-MM-DD`. */
import type { FieldConventions } from './page_fields.ts';

/** The end of the year 9999, in milliseconds since 1970. */
const LATEST_TIME = 253_402_300_800_000;
/** Only Microsoft's key says which number is the month. */
const AMERICAN = /^(?<month>\d{1,2})\/(?<day>\d{1,2})\/(?<year>\d{4})$/;
const ISO = /^(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})(?!\d)/;
const MONTH_FIRST = /^(?<month>[A-Za-z]{3})[a-z]*\.?\s+(?<day>\d{1,2})(?:st|nd|rd|th)?,?\s+(?<year>\d{4})/;
const DAY_FIRST =
  /^(?:[A-Za-z]{3,9},?\s+)?(?<day>\d{1,2})(?:st|nd|rd|th)?\s+(?<month>[A-Za-z]{3})[a-z]*\.?,?\s+(?<year>\d{4})/;
const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

/** The day that a value under a key means, or null. */
export function dateIn(
  value: unknown,
  key: string,
  { timeZone, datesAreTimes }: Pick<FieldConventions, 'timeZone' | 'datesAreTimes'>,
): string | null {
  if (typeof value === 'number') {
    const isTime = datesAreTimes && value >= 0 && value < LATEST_TIME;
    return isTime ? new Date(value).toISOString().slice(0, 10) : null;
  }
  if (typeof value !== 'string') return dateOf(value);
  const text = value.trim();
  const american = key === 'ms.date' ? AMERICAN.exec(text) : null;
  if (american !== null) return calendarDay(american.groups!);
  return (timeZone === null ? null : dayInZone(text, timeZone)) ?? dateOf(text);
}

/** The calendar day of a date as written, without any conversion between time zones, or null. */
export function dateOf(value: unknown): string | null {
  // Only the TOML parser returns Date objects; their ISO form keeps the date as written.
  const text = value instanceof Date ? value.toISOString() : typeof value === 'string' ? value.trim() : '';
  const match = ISO.exec(text) ?? MONTH_FIRST.exec(text) ?? DAY_FIRST.exec(text);
  return match === null ? null : calendarDay(match.groups!);
}

function calendarDay(written: Readonly<Record<string, string>>): string | null {
  const [year, day] = [Number(written.year), Number(written.day)];
  const month = Number(written.month) || MONTHS.indexOf(written.month!.toLowerCase()) + 1;
  const last = new Date(0);
  last.setUTCFullYear(year, month, 0);
  if (month < 1 || month > 12 || day < 1 || day > last.getUTCDate()) return null;
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

/** A date with a time: `2024-01-02 20:00:00 +0300`. Without a zone it is UTC, as YAML says. */
const TIME =
  /^(\d{4}-\d{2}-\d{2})(?:[Tt]|[ \t]+)(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d*)?)?[ \t]*(?:Z|UTC|GMT|([-+])(\d{1,2}):?(\d{2})?)?$/;

/**
 * The calendar day of a time in a time zone; null for a text that is no date with a time.
 * `dayInZone('2024-01-02 20:00', 'Asia/Tokyo')` is `2024-01-03`.
 * @param zone one that `isTimeZone` accepts
 */
export function dayInZone(text: string, zone: string): string | null {
  const match = TIME.exec(text);
  if (match === null) return null;
  const [, day, hours, minutes, seconds, sign, offsetHours, offsetMinutes] = match;
  const written = Date.parse(`${day}T${hours!.padStart(2, '0')}:${minutes}:${seconds ?? '00'}Z`);
  if (Number.isNaN(written)) return null;
  const offset = (Number(offsetHours ?? 0) * 60 + Number(offsetMinutes ?? 0)) * 60_000;
  const time = sign === '-' ? written + offset : written - offset;
  const parts = formatOf(zone).formatToParts(time);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((each) => each.type === type)!.value;
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`;
}

/** Whether this runtime knows the time zone: `Europe/Berlin`. */
export function isTimeZone(name: string): boolean {
  try {
    return formatOf(name).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** The last format that was made: a site has one time zone, and making one takes long. */
let last: { readonly zone: string; readonly format: Intl.DateTimeFormat } | null = null;

function formatOf(zone: string): Intl.DateTimeFormat {
  if (last?.zone !== zone) {
    const day = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
    last = { zone, format: new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', { timeZone: zone, ...day }) };
  }
  return last.format;
}
