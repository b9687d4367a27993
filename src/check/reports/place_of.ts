import type { Finding } from '../finding.ts';

/** Names the file of a finding for its readers: relative to where they are, instead of to the content root. */
export type NameFile = (file: string) => string;

/** `file:line:column`, or the file alone when the finding is about all of it. */
export function placeOf({ file, line, column }: Finding, nameFile: NameFile): string {
  return plainLine(line === 0 ? nameFile(file) : `${nameFile(file)}:${line}:${column}`);
}

/** One line without control and direction characters, which could change what a terminal shows. */
export function plainLine(text: string): string {
  return text.replace(
    /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufdd0-\ufdef]/g,
    '\ufffd',
  );
}
