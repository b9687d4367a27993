import { hideCode } from '../../text/hide_code.ts';

/** A quick check for syntax that is removed here; most notes have none. */
const MARKS = /%%|(?:^|[ \t])\^[\w-]|:LOGBOOK:|#\+(?:BEGIN|END)_|\{:\w|\[\[http/im;
/** Obsidian: help.obsidian.md, "Comments". One that contains a block of code stays. */
const COMMENT = /%%[^\uFDD5]*?%%/g;
/** The id of a block, to which `[[note#^id]]` links: help.obsidian.md, "Link to a block in a note". */
const BLOCK_ID = /(?:^|[ \t])\^(?=[\w-]*[a-z])[\w-]{2,80}[ \t]*$/gim;
/** Logseq: times of a task, and a query, whose results only the program knows. */
const DRAWER =
  /^([ \t]*(?:-[ \t]+)?)(?::LOGBOOK:|#\+BEGIN_QUERY)[^\n]*\n(?:[^\n\uFDD5]*\n){0,100}?[ \t]*(?::END:|#\+END_QUERY)[ \t]*$/gim;
/** Logseq: the marks around a block such as a quote or a tip. */
const BLOCK_MARK = /^([ \t]*(?:-[ \t]+)?)#\+(?:BEGIN|END)_\w+[ \t]*$/gim;
/** Logseq: an address in double brackets. */
const ADDRESS = /\[\[(https?:\/\/[^\s[\]]{1,1000})\]\]/g;
/** Logseq: the size of an image. */
const SIZE = /(?<=\))\{:(?:height|width)[^{}\n]{1,200}\}/g;

/** Removes from a note what its readers do not see, outside code. The number of lines does not change. */
export function maskNotes(source: string): string {
  if (!MARKS.test(source)) return source;
  const code = hideCode(source);
  const masked = code.text
    .replace(COMMENT, lineEnds)
    .replace(DRAWER, (found: string, lead: string) => lead + lineEnds(found))
    .replace(BLOCK_MARK, '$1')
    .replace(BLOCK_ID, '')
    .replace(ADDRESS, '$1')
    .replace(SIZE, '');
  return code.show(masked);
}

function lineEnds(text: string): string {
  return '\n'.repeat(text.split('\n').length - 1);
}
