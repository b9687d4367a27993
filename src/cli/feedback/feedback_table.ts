import { timestamp } from '../../feedback/feedback_item.ts';
import type { OwnerRecord } from '../../feedback/feedback_record.ts';
import type { CountedMiss } from '../../feedback/misses/miss_sketch.ts';

/** A submission as the owner's commands write it in JSON and CSV. */
export function recordView({ id, kind, severity, about, message, submittedAt, hidden, intact }: OwnerRecord) {
  return { id, kind, severity, about, message, submittedAt: timestamp(submittedAt), hidden, intact };
}

const columns = ['id', 'kind', 'severity', 'about', 'message', 'submittedAt', 'hidden', 'intact'] as const;

/** Header line of the CSV (RFC 4180). */
export const csvHeader = `${columns.join(',')}\r\n`;

/** A submission as a line of CSV, with values as they were sent. A null `about` is an empty field, an empty one is `""`. */
export function csvLine(row: OwnerRecord): string {
  const view = recordView(row);
  return `${columns.map((column) => (view[column] === null ? '' : csvValue(String(view[column])))).join(',')}\r\n`;
}

function csvValue(text: string): string {
  return text !== '' && !/[",\r\n]/.test(text) ? text : `"${text.replaceAll('"', '""')}"`;
}

/** A submission as one line for people. */
export function listLine({ id, kind, severity, about, message, submittedAt, hidden, intact }: OwnerRecord): string {
  const marks = [...(hidden ? ['hidden'] : []), ...(intact ? [] : ['ALTERED'])];
  const mark = marks.length === 0 ? '' : `  [${marks.join(', ')}]`;
  const subject = about === null || about === '' ? '' : `  ${visible(about)}:`;
  return `${id}  ${timestamp(submittedAt)}  ${kind.padEnd(10)}  ${severity.padEnd(6)}${mark}${subject}  ${firstCharacters(visible(message))}\n`;
}

/** A complete submission, for people. */
export function showRecord(row: OwnerRecord): string {
  const { message, ...rest } = recordView(row);
  const lines = Object.entries(rest).map(([name, value]) => `${name.padEnd(12)} ${visible(String(value ?? '-'))}\n`);
  const text = message.split('\n').map(visible).join('\n');
  return `${lines.join('')}\n${text}\n`;
}

/** A miss as the owner's command writes it in JSON. `lastDay` is `YYYY-MM-DD`, UTC. */
export function missView({ words, count, day }: CountedMiss) {
  return { words, count, lastDay: timestamp(day * 86_400_000).slice(0, 10) };
}

/** A miss as one line for people. */
export function missLine(miss: CountedMiss): string {
  const { words, count, lastDay } = missView(miss);
  return `${String(count).padStart(7)}  ${lastDay}  ${visible(words)}\n`;
}

/** Escapes the characters of untrusted text that would move a terminal's cursor, change its colours or reverse the line. */
function visible(text: string): string {
  return text.replaceAll(
    /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu,
    (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`,
  );
}

function firstCharacters(text: string): string {
  const characters = [...text.slice(0, 400)];
  return characters.length <= 80 ? text : `${characters.slice(0, 79).join('')}…`;
}

/** That there is no submission of an id. */
export function noSuch(id: string): string {
  return `Cannot find the submission ${JSON.stringify(id)}: there is none of this id.`;
}
