import type { GeneratorRules, PatternedPage } from '../generators/generator_rules.ts';

const MONTHS = 'january february march april may june july august september october november december'.split(' ');
const WEEKDAYS = 'sunday monday tuesday wednesday thursday friday saturday'.split(' ');
/** A key of a pattern: `:year`, `:i_month`, Hugo's `:sections[1:]`, Hexo's and VuePress' names. */
const KEY = /:([a-z]\w*)(\[[\w:]*\])?|\{([a-z]\w*)\}/gi;

/**
 * Fills a pattern of addresses, such as `:year/:month/:title`. Returns null when it needs a date that the page does not
 * have, or a value that is not known here.
 * @param date `YYYY-MM-DD`
 */
export function fillPattern(
  pattern: string,
  page: PatternedPage,
  date: string | null,
  rules: GeneratorRules,
): string | null {
  const values: Readonly<Record<string, string>> = {
    ...(date === null ? {} : dateValues(date)),
    ...rules.patternValues?.(page),
  };
  let isKnown = true;
  const filled = pattern.replace(KEY, (_, plain: string | undefined, slice: string | undefined, braced: string) => {
    const key = plain ?? braced;
    if (slice !== undefined && Object.hasOwn(values, key)) return sliced(values[key]!, slice);
    const value = Object.hasOwn(values, key) ? values[key]! : null;
    if (value === null) isKnown = false;
    return value ?? '';
  });
  return isKnown ? filled : null;
}

/** Hugo's slices of sections: `[1:]`, `[:1]`, `[0]`, `[last]`. */
function sliced(path: string, slice: string): string {
  const parts = path.split('/');
  const [first, last] = slice
    .slice(1, -1)
    .replaceAll('last', String(parts.length - 1))
    .split(':');
  if (last === undefined) return parts[Number(first)] ?? '';
  return parts.slice(Number(first), last === '' ? undefined : Number(last)).join('/');
}

function dateValues(date: string): Record<string, string> {
  const [year, month, day] = date.split('-') as [string, string, string];
  const time = Date.UTC(Number(year), Number(month) - 1, Number(day));
  const weekday = new Date(time).getUTCDay();
  const monthName = MONTHS[Number(month) - 1]!;
  const yearDay = 1 + Math.round((time - Date.UTC(Number(year), 0, 1)) / 86_400_000);
  return {
    ...{ year, month, day, short_year: year.slice(2), y_day: String(yearDay).padStart(3, '0') },
    ...{ i_month: String(Number(month)), i_day: String(Number(day)) },
    ...{ monthname: monthName, yearday: String(yearDay), weekday: String(weekday), weekdayname: WEEKDAYS[weekday]! },
    ...{ long_month: capital(monthName), short_month: capital(monthName.slice(0, 3)) },
    ...{ long_day: capital(WEEKDAYS[weekday]!), short_day: capital(WEEKDAYS[weekday]!.slice(0, 3)) },
    ...{ week: isoWeek(time), w_day: String(weekday === 0 ? 7 : weekday) },
    ...{ date: `${year}/${month}/${day}` },
  };
}

/** The number of the week of ISO 8601, two digits: the week of its Thursday. */
function isoWeek(time: number): string {
  const weekday = (new Date(time).getUTCDay() + 6) % 7;
  const thursday = time + (3 - weekday) * 86_400_000;
  const first = Date.UTC(new Date(thursday).getUTCFullYear(), 0, 1);
  return String(1 + Math.floor((thursday - first) / (7 * 86_400_000))).padStart(2, '0');
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** Letters, digits and hyphens alone, in lower case: the slug that most generators make of a title. */
export function plainSlug(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
}
