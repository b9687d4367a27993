import type { Fields } from './parse_front_matter.ts';

/** The `key:: value` properties of a Logseq page, and its body with those lines blanked, so that line numbers stay the same. */
export interface Properties {
  readonly fields: Fields;
  /** Names of the pages that they mention. */
  readonly mentions: readonly string[];
  readonly body: string;
}

const PROPERTY = /^[ \t]*(?:-[ \t]+)?([\w-]{1,100})::(?:[ \t]+(.*))?$/;
const FENCE = /^[ \t]*(?:-[ \t]+)?(?:```|~~~)/;

/** Only property lines before any other line are the page's. Later ones belong to a block and are only removed. */
export function readProperties(body: string): Properties {
  const fields = new Map<string, unknown>();
  const mentions: string[] = [];
  let isOwn = true;
  let isCode = false;
  const lines = body.split('\n').map((line) => {
    if (FENCE.test(line)) isCode = !isCode;
    const match = isCode || !line.includes('::') ? null : PROPERTY.exec(line.slice(0, 4000));
    if (match === null) {
      if (line.trim() !== '') isOwn = false;
      return line;
    }
    const value = match[2]?.trim() ?? '';
    for (const [, name] of value.matchAll(/\[\[([^[\]\n]{1,500})\]\]/g)) mentions.push(name!);
    if (isOwn && value !== '') fields.set(match[1]!.toLowerCase(), listOrText(match[1]!.toLowerCase(), value));
    return '';
  });
  return { fields, mentions, body: lines.join('\n') };
}

/** Reads a value, or for some keys a comma-separated list; its items may be written as links or tags. */
function listOrText(key: string, value: string): unknown {
  if (!/^(?:tags?|alias|aliases)$/.test(key)) return value;
  return value
    .split(/,|(?<=\]\])\s+(?=\[\[|#)/)
    .map((part) => part.trim().replace(/^#?(?:\[\[(.*)\]\])$|^#/, '$1'))
    .filter((part) => part !== '');
}
