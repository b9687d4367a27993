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
