import { findCode, type MarkdownCode } from './markdown_code.ts';

/** Markdown with signs in the place of its code. */
export interface HiddenCode {
  readonly text: string;
  /** Puts the code back into what has become of the text. @param withPrograms whether also that of scripts and style sheets */
  show(text: string, withPrograms?: boolean): string;
}

/** Noncharacters around the number of a piece. */
const SPAN = '\uFDD3';
/** Begins the sign of a piece of a block. No syntax outside code reaches across one. */
export const BLOCK = '\uFDD5';
const END = '\uFDD4';
const SIGN = /[\uFDD3\uFDD5](\d{1,9})\uFDD4(\n?)/g;
const SIGNS = /[\uFDD3-\uFDD5]/g;

/**
 * Replaces each line of code in Markdown by a short sign, so that what rewrites the rest leaves code as it is. Lines stay the same,
 * also white space before code.
 */
export function hideCode(source: string, { pieces }: MarkdownCode = findCode(source)): HiddenCode {
  let text = '';
  let copied = 0;
  for (const [at, { start, end, isBlock }] of pieces.entries()) {
    text += `${plain(source.slice(copied, start))}${isBlock ? BLOCK : SPAN}${at}${END}`;
    copied = end;
  }
  text += plain(source.slice(copied));
  return {
    text,
    show: (changed, withPrograms = true) =>
      pieces.length === 0
        ? changed
        : changed.replace(SIGN, (_, at: string, lineEnd: string) => {
            const { start, end, shown, isProgram } = pieces[Number(at)]!;
            return isProgram && !withPrograms ? '' : (shown ?? source.slice(start, end)) + lineEnd;
          }),
  };
}

/** Markdown with its code blanked: offsets stay the same. */
export function blankCode(source: string, { pieces }: MarkdownCode = findCode(source)): string {
  let text = '';
  let copied = 0;
  for (const { start, end } of pieces) {
    text += source.slice(copied, start) + ' '.repeat(end - start);
    copied = end;
  }
  return text + source.slice(copied);
}

/** Text without the signs that this file uses. */
function plain(text: string): string {
  return text.replace(SIGNS, '\ufffd');
}
