import { z } from 'zod';

/** What a site said about one address, on one day. */
export interface LinkResult {
  /** UTC, `YYYY-MM-DD`. */
  readonly checked: string;
  /** Of the last answer, behind redirects; 0: there was none. */
  readonly status: number;
  /** Why there was none. */
  readonly fault?: string | undefined;
}

/** The fault of an address whose host has no name. */
export const NO_HOST = 'no such host';

const schema = z.strictObject({
  version: z.literal(1),
  links: z.record(
    z.string(),
    z.strictObject({
      checked: z.iso.date(),
      status: z.int().min(0).max(999),
      fault: z.string().optional(),
    }),
  ),
});

/** @returns null for a text that is no file of results */
export function parseResults(text: string): ReadonlyMap<string, LinkResult> | null {
  try {
    return new Map(Object.entries(schema.parse(JSON.parse(text)).links));
  } catch {
    return null;
  }
}

/** A file of results, one line each, so that a change of one is a change of one line. @param results by address, in order */
export function writeResults(results: ReadonlyMap<string, LinkResult>): string {
  const lines = [...results].map(([address, result]) => `    ${JSON.stringify(address)}: ${JSON.stringify(result)}`);
  return `{\n  "version": 1,\n  "links": {${lines.length === 0 ? '' : `\n${lines.join(',\n')}\n  `}}\n}\n`;
}

/** Days for which a result counts: an address that answered is asked again after a month, any other on the next day. */
const DAYS = { good: 30, other: 1 };

/** @param today milliseconds since 1970 */
export function isFresh({ checked, status }: LinkResult, today: number): boolean {
  const age = Math.floor(today / 86_400_000) - Math.floor(Date.parse(checked) / 86_400_000);
  return age >= 0 && age < (status >= 200 && status < 400 ? DAYS.good : DAYS.other);
}
