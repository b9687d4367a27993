/** A date with a time: `2024-01-02 20:00:00 +0300`. Without a zone it is UTC, as YAML says. */
const TIME =
  /^(\d{4}-\d{2}-\d{2})(?:[Tt]|[ \t]+)(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d*)?)?[ \t]*(?:Z|UTC|GMT|([-+])(\d{1,2}):?(\d{2})?)?$/;

/** Whether this runtime knows the time zone: `Europe/Berlin`. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/**
 * The calendar day of a time in a time zone, as `YYYY-MM-DD`; null for a text that is no date with a time.
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

/** The last format that was made: a site has one time zone. */
let last: { readonly zone: string; readonly format: Intl.DateTimeFormat } | null = null;

function formatOf(zone: string): Intl.DateTimeFormat {
  if (last?.zone !== zone) {
    const day = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
    last = { zone, format: new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', { timeZone: zone, ...day }) };
  }
  return last.format;
}
