import { z } from 'zod';
import type { OwnerRecord } from '../../feedback/feedback_record.ts';
import { KINDS, SEVERITIES } from '../../feedback/submission.ts';
import { visibleJson } from '../../text/visible.ts';
import { misused } from '../command_error.ts';
import type { ChoiceFlags } from '../options.ts';

/** A day of the calendar, or a time on one with its zone. */
const time = z.union([z.iso.date(), z.iso.datetime({ offset: true })]);
/** Milliseconds of the units of an age. */
const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/**
 * The submissions that options choose: those that all of them fit.
 * @param now milliseconds since 1970, from which ages count back
 * @returns null when none of the options is given
 * @throws CommandError for a value that cannot be read
 */
export function readChoice(flags: ChoiceFlags, now: number): ((row: OwnerRecord) => boolean) | null {
  const { about } = flags;
  const kind = oneOf('--kind', flags.kind, KINDS);
  const severity = oneOf('--severity', flags.severity, SEVERITIES);
  const since = readTime('--since', flags.since, now);
  const until = readTime('--until', flags.until, now);
  if ([kind, severity, about, since, until].every((value) => value === undefined)) return null;
  return (row) =>
    (kind === undefined || row.kind === kind) &&
    (severity === undefined || row.severity === severity) &&
    (about === undefined || row.about === about) &&
    (since === undefined || row.submittedAt >= since) &&
    (until === undefined || row.submittedAt < until);
}

function oneOf(option: string, value: string | undefined, known: readonly string[]): string | undefined {
  if (value === undefined || known.includes(value)) return value;
  throw misused(`Cannot use ${option} ${visibleJson(value)}: expected one of ${known.join(', ')}.`);
}

/** @returns milliseconds since 1970; @throws CommandError */
function readTime(option: string, value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined;
  const [, count, unit] = /^(\d{1,6})([mhd])$/.exec(value) ?? [];
  if (count !== undefined) return now - Number(count) * UNITS[unit!]!;
  if (time.safeParse(value).success) return Date.parse(value);
  throw misused(
    `Cannot use ${option} ${visibleJson(value)}: expected a day such as 2026-01-31 (UTC), a time such as 2026-01-31T09:30:00Z, or an age such as 30m, 2h or 3d.`,
  );
}
