const FENCE = /^[ \t>]*(?:[-+*][ \t]+)?(`{3,}|~{3,})/;
/** A quick check for syntax that is removed here; most notes have none. */
const MARKS = /%%|(?:^|[ \t])\^[\w-]|:LOGBOOK:|#\+(?:BEGIN|END)_|\{:\w|\[\[http/im;
/** Obsidian: help.obsidian.md, "Comments". Code between backticks is no comment. */
const COMMENT = /(`{1,3})[^`\n]{1,1000}\1|%%[\s\S]*?%%/g;
/** The id of a block, to which `[[note#^id]]` links: help.obsidian.md, "Link to a block in a note". */
const BLOCK_ID = /(?:^|[ \t])\^(?=[\w-]*[a-z])[\w-]{2,80}[ \t]*$/gim;
/** Logseq: times of a task, and a query, whose results only the program knows. */
const DRAWER =
  /^([ \t]*(?:-[ \t]+)?)(?::LOGBOOK:|#\+BEGIN_QUERY)[^\n]*\n(?:[^\n]*\n){0,100}?[ \t]*(?::END:|#\+END_QUERY)[ \t]*$/gim;
/** Logseq: the marks around a block such as a quote or a tip. */
const BLOCK_MARK = /^([ \t]*(?:-[ \t]+)?)#\+(?:BEGIN|END)_\w+[ \t]*$/gim;
/** Logseq: an address in double brackets. */
const ADDRESS = /\[\[(https?:\/\/[^\s[\]]{1,1000})\]\]/g;
/** Logseq: the size of an image. */
const SIZE = /(?<=\))\{:(?:height|width)[^{}\n]{1,200}\}/g;

/** Removes from a note what its readers do not see, outside fenced code. The number of lines does not change. */
export function maskNotes(source: string): string {
  if (!MARKS.test(source)) return source;
  const out: string[] = [];
  let prose: string[] = [];
  let fence: string | null = null;
  const flush = () => {
    if (prose.length > 0) out.push(maskProse(prose.join('\n')));
    prose = [];
  };
  for (const line of source.split('\n')) {
    const mark = FENCE.exec(line)?.[1];
    if (fence === null && mark === undefined) {
      prose.push(line);
      continue;
    }
    flush();
    out.push(line);
    if (fence === null) fence = mark!;
    else if (mark?.startsWith(fence) && line.trim() === mark) fence = null;
  }
  flush();
  return out.join('\n');
}

function maskProse(text: string): string {
  return text
    .replace(COMMENT, (found) => (found.startsWith('`') ? found : lineEnds(found)))
    .replace(DRAWER, (found: string, lead: string) => lead + lineEnds(found))
    .replace(BLOCK_MARK, '$1')
    .replace(BLOCK_ID, '')
    .replace(ADDRESS, '$1')
    .replace(SIZE, '');
}

function lineEnds(text: string): string {
  return '\n'.repeat(text.split('\n').length - 1);
}
