/** Fields of a page that are lines of its body. Lines that were read are blanked, so that line numbers stay the same. */
import { hideCode } from '../../../text/hide_code.ts';
import type { Fields } from './parse_front_matter.ts';

/** The `Key: value` lines at the start of a page, and its body with those lines blanked. */
export interface MetaLines {
  readonly fields: Fields;
  readonly body: string;
}

/** A first line with another key is text, such as `Note: ...`. */
const KNOWN =
  /^(?:title|date|modified|tags?|keywords|category|authors?|slug|summary|description|lang|status|template|url|save_as):[ \t]/i;
const PAIR = /^([A-Za-z][\w.-]{0,100}):(?:[ \t]+(.*))?$/;

/**
 * Reads the metadata of Python-Markdown, which Pelican and MkDocs use: python-markdown.github.io/extensions/meta_data. It ends at the
 * first blank line. Null when the page does not begin with it.
 */
export function readMetaLines(body: string): MetaLines | null {
  if (!KNOWN.test(body)) return null;
  const fields = new Map<string, unknown>();
  const lines = body.split('\n');
  let end = 0;
  let key = '';
  for (; end < lines.length && lines[end]!.trim() !== ''; end++) {
    const line = lines[end]!.slice(0, 4000);
    const match = PAIR.exec(line);
    if (match !== null) {
      key = match[1]!.toLowerCase();
      fields.set(key, match[2]?.trim() ?? '');
    } else if (/^[ \t]{4}/.test(line)) fields.set(key, `${fields.get(key)} ${line.trim()}`.trim());
    else return null;
  }
  return { fields, body: [...lines.slice(0, end).map(() => ''), ...lines.slice(end)].join('\n') };
}

/** The `key:: value` properties of a Logseq page, and its body with those lines blanked, so that line numbers stay the same. */
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
