const LONGEST_LINE = 2000;
const PAIR = /^(-?[A-Za-z_][\w.-]*):(?:[ \t]+(\S.*?))?[ \t]*$/;
const ITEM = /^([ ]*)-[ \t]+(\S.*?)[ \t]*$/;
/** An item of a one-line list: what is quoted may have commas and brackets. */
const FLOW_ITEM = / *("[^"\\]*"|'[^']*'|[^,[\]{}"'\s][^,[\]{}]*) */y;
const NUMBER = /^[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?$/;
const SPECIAL_NUMBER = /^(?:[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)|0[ox][0-9a-fA-F]+)$/;
/** A plain scalar that does not begin with an indicator. */
const PLAIN = /^[^\s\-?:,[\]{}#&*!|>'"%@`=][^\u0000-\u001f\u007f\u0085\u2028\u2029\ufeff]*$/;

/**
 * Reads front matter of one-line `key: value` pairs and `- item` lists, many times faster than a YAML parser; nearly all
 * front matter has this form. Returns null for anything else (escapes, block scalars, nesting, anchors, comments, repeated
 * keys): use a YAML parser then. A result always equals that of the YAML 1.2 core schema.
 */
export function readPlainYaml(raw: string): [string, unknown][] | null {
  const entries: [string, unknown][] = [];
  const seen = new Set<string>();
  /** The list under the last key; null when that key has an inline value. */
  let list: unknown[] | null = null;
  let indent = '';
  for (const line of raw.split('\n')) {
    if (line === '') continue;
    if (line.length > LONGEST_LINE) return null;
    const item = ITEM.exec(line);
    const pair = item === null ? PAIR.exec(line) : null;
    const text = item?.[2] ?? pair?.[2];
    const value = text === undefined ? null : flowValue(text);
    if (value === undefined) return null;
    if (item !== null) {
      if (list === null) return null;
      if (list.length === 0) indent = item[1]!;
      else if (item[1] !== indent) return null;
      list.push(value);
      entries.at(-1)![1] = list;
    } else {
      if (pair === null || seen.has(pair[1]!)) return null;
      seen.add(pair[1]!);
      entries.push([pair[1]!, value]);
      list = text === undefined ? [] : null;
    }
  }
  return entries;
}

/** The value of a scalar or of a one-line list of scalars; undefined when it needs a YAML parser. */
function flowValue(text: string): unknown {
  if (!text.startsWith('[')) return scalarValue(text);
  if (!text.endsWith(']')) return undefined;
  const inner = text.slice(1, -1).replace(/^ +| +$/g, '');
  if (inner === '') return [];
  const values: unknown[] = [];
  for (let at = 0; ; at++) {
    FLOW_ITEM.lastIndex = at;
    const item = FLOW_ITEM.exec(inner);
    const value = item === null ? undefined : scalarValue(item[1]!.replace(/ +$/, ''));
    if (value === undefined) return undefined;
    values.push(value);
    at += item![0].length;
    if (at === inner.length) return values;
    if (inner[at] !== ',') return undefined;
  }
}

function scalarValue(text: string): unknown {
  const quote = text[0];
  if (quote === '"' || quote === "'") {
    const inner = text.slice(1, -1);
    const simple = text.length >= 2 && text.endsWith(quote) && !inner.includes(quote);
    return simple && !(quote === '"' && inner.includes('\\')) && !/[\u0000-\u001f\u007f-\u009f\ufeff]/.test(inner)
      ? inner
      : undefined;
  }
  if (SPECIAL_NUMBER.test(text)) return undefined;
  if (NUMBER.test(text)) return Number(text);
  if (!PLAIN.test(text) || text.includes(': ') || text.includes(' #') || text.includes('\t') || text.endsWith(':')) {
    return undefined;
  }
  if (/^(?:null|Null|NULL|~)$/.test(text)) return null;
  if (/^(?:true|True|TRUE)$/.test(text)) return true;
  if (/^(?:false|False|FALSE)$/.test(text)) return false;
  return text;
}
