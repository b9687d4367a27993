import { type OwnerRecord, timestamp } from '../../feedback/feedback_record.ts';
import type { CountedMiss } from '../../feedback/misses.ts';
import { visible, visibleJson } from '../../text/visible.ts';

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

function firstCharacters(text: string): string {
  const characters = [...text.slice(0, 400)];
  return characters.length <= 80 ? text : `${characters.slice(0, 79).join('')}…`;
}

/** The error that no submission has an id. */
export function noSuch(id: string): string {
  return `Cannot find the submission ${visibleJson(id)}: no submission has this id.`;
}
