/** What notes of Obsidian and Logseq have in their text that is not text. Lines that are removed are blanked: their number stays. */
import { hideCode } from '../../text/markdown/hide_code.ts';
import type { Fields } from './front_matter/parse_front_matter.ts';

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

/** Removes from a note what its readers do not see, outside code. */
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

/** The `key:: value` properties of a Logseq page, and its body with those lines blanked. */
export interface Properties {
  readonly fields: Fields;
  /** Names of the pages that they mention. */
  readonly mentions: readonly string[];
  readonly body: string;
}

const PROPERTY = /^[ \t]*(?:-[ \t]+)?([\w-]{1,100})::(?:[ \t]+(.*))?$/;

/** Only property lines before any other line are the page's. Later ones belong to a block and are only removed. */
export function readProperties(body: string): Properties {
  const fields = new Map<string, unknown>();
  const mentions: string[] = [];
  let isOwn = true;
  if (!body.includes('::')) return { fields, mentions, body };
  const code = hideCode(body);
  const lines = code.text.split('\n').map((line) => {
    const match = line.length > 4000 || !line.includes('::') ? null : PROPERTY.exec(line);
    if (match === null) {
      if (line.trim() !== '') isOwn = false;
      return line;
    }
    const value = code.show(match[2]?.trim() ?? '');
    for (const [, name] of value.matchAll(/\[\[([^[\]\n]{1,500})\]\]/g)) mentions.push(name!);
    if (isOwn && value !== '') fields.set(match[1]!.toLowerCase(), listOrText(match[1]!.toLowerCase(), value));
    return '';
  });
  return { fields, mentions, body: code.show(lines.join('\n')) };
}

/** Reads a value, or for some keys a comma-separated list; its items may be written as links or tags. */
function listOrText(key: string, value: string): unknown {
  if (!/^(?:tags?|alias|aliases)$/.test(key)) return value;
  return value
    .split(/,|(?<=\]\])\s+(?=\[\[|#)/)
    .map((part) => part.trim().replace(/^#?(?:\[\[(.*)\]\])$|^#/, '$1'))
    .filter((part) => part !== '');
}
