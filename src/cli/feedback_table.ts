import { timestamp } from '../feedback/feedback_item.ts';
import type { OwnerRecord } from '../feedback/feedback_record.ts';

/** A submission as an owner's command tells it to programs. */
export function ownersView({ id, kind, severity, about, message, submittedAt, hidden, intact }: OwnerRecord) {
  return { id, kind, severity, about, message, submittedAt: timestamp(submittedAt), hidden, intact };
}

const columns = ['id', 'kind', 'severity', 'about', 'message', 'submittedAt', 'hidden', 'intact'] as const;

/** The first line of a CSV of submissions (RFC 4180). */
export const csvHeader = `${columns.join(',')}\r\n`;

/** A submission as a line of CSV, every value as it was sent: no `about` is an empty value, an empty one is quoted. */
export function csvLine(row: OwnerRecord): string {
  const view = ownersView(row);
  return `${columns.map((column) => (view[column] === null ? '' : quote(String(view[column])))).join(',')}\r\n`;
}

function quote(text: string): string {
  return text !== '' && !/[",\r\n]/.test(text) ? text : `"${text.replaceAll('"', '""')}"`;
}

/** A submission as one line for people. */
export function listLine({ id, kind, severity, about, message, submittedAt, hidden, intact }: OwnerRecord): string {
  const marks = [...(hidden ? ['hidden'] : []), ...(intact ? [] : ['ALTERED'])];
  const mark = marks.length === 0 ? '' : `  [${marks.join(', ')}]`;
  const subject = about === null || about === '' ? '' : `  ${visible(about)}:`;
  return `${id}  ${timestamp(submittedAt)}  ${kind.padEnd(10)}  ${severity.padEnd(6)}${mark}${subject}  ${shorten(visible(message))}\n`;
}

/** A submission whole, for people. */
export function showRecord(row: OwnerRecord): string {
  const { message, ...rest } = ownersView(row);
  const lines = Object.entries(rest).map(([name, value]) => `${name.padEnd(12)} ${visible(String(value ?? '-'))}\n`);
  const text = message.split('\n').map(visible).join('\n');
  return `${lines.join('')}\n${text}\n`;
}

/** A stranger's text with those characters written out that would move a terminal's cursor, change its colour or turn the line around. */
function visible(text: string): string {
  return text.replaceAll(
    /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu,
    (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`,
  );
}

function shorten(text: string): string {
  const characters = [...text.slice(0, 400)];
  return characters.length <= 80 ? text : `${characters.slice(0, 79).join('')}…`;
}
