export interface ListedHeading {
  readonly depth: number;
  readonly text: string;
  readonly anchor: string;
}

/** A line of Markdown that looks like a heading. */
interface Candidate {
  /** Offset of the line in UTF-16 units. */
  readonly offset: number;
  readonly depth: number;
  readonly key: string;
}

/**
 * Finds where the headings of a page stand in its Markdown, without a parser: lines that look like headings are matched in order, by
 * depth and words.
 *
 * @returns by heading: the offset of its line in UTF-16 units, or -1 where no line matches, as for a heading that a template writes
 */
export function locateHeadings(markdown: string, headings: readonly ListedHeading[]): readonly number[] {
  const candidates = findCandidates(markdown);
  let next = 0;
  return headings.map(({ depth, text }) => {
    const key = keyOf(text);
    const found = findFrom(candidates, next, depth, key);
    if (found === -1) return -1;
    next = found + 1;
    return candidates[found]!.offset;
  });
}

/** The first candidate with the same words, or else one whose words include them: a line may have words that are not shown. */
function findFrom(candidates: readonly Candidate[], from: number, depth: number, key: string): number {
  const isAt = (at: number, fits: (candidate: Candidate) => boolean) =>
    at >= from && candidates[at]!.depth === depth && fits(candidates[at]!);
  const exact = candidates.findIndex((_, at) => isAt(at, (candidate) => candidate.key === key));
  if (exact !== -1 || key === '') return exact;
  return candidates.findIndex((_, at) => isAt(at, (candidate) => candidate.key.includes(key)));
}

const fence = /^(?:[ \t]|>|[-*+] |\d+[.)] )*(`{3,}|~{3,})(.*)$/;
const atx = /^(?:[ \t]|>|[-*+] |\d+[.)] )*(#{1,6})(?:[ \t]+(.*))?$/;
const underline = /^ {0,3}(=+|-+)[ \t]*$/;
const html = /<h([1-6])\b[^>]*>(.*?)(?:<\/h\1>|$)/i;

function findCandidates(markdown: string): readonly Candidate[] {
  const candidates: Candidate[] = [];
  let closing: string | null = null;
  let before: { readonly offset: number; readonly line: string } | null = null;
  for (let offset = 0; offset < markdown.length; ) {
    const end = markdown.indexOf('\n', offset);
    const line = markdown.slice(offset, end === -1 ? undefined : end).replace(/\r$/, '');
    const [, marker = '', info = ''] = fence.exec(line) ?? [];
    if (closing !== null) {
      if (marker.startsWith(closing) && info.trim() === '') closing = null;
    } else if (marker !== '' && !(marker.startsWith('`') && info.includes('`'))) closing = marker;
    else addCandidate(candidates, line, offset, before);
    before = closing === null && line.trim() !== '' ? { offset, line } : null;
    if (end === -1) break;
    offset = end + 1;
  }
  return candidates;
}

function addCandidate(
  candidates: Candidate[],
  line: string,
  offset: number,
  before: { readonly offset: number; readonly line: string } | null,
): void {
  const hashes = atx.exec(line);
  const rule = before === null ? null : underline.exec(line);
  const element = html.exec(line);
  if (hashes !== null) candidates.push({ offset, depth: hashes[1]!.length, key: keyOf(hashes[2] ?? '') });
  else if (rule !== null) {
    candidates.push({ offset: before!.offset, depth: rule[1]!.startsWith('=') ? 1 : 2, key: keyOf(before!.line) });
  } else if (element !== null) candidates.push({ offset, depth: Number(element[1]), key: keyOf(element[2]!) });
}

/** The letters and digits of a heading, without its markup, so that two ways to write one are equal. */
function keyOf(text: string): string {
  return text
    .replaceAll(/\]\([^)]*\)|\]\[[^\]]*\]|<[^>]*>|\{[#.:][^}]*\}|&\w+;/g, '')
    .normalize('NFKC')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')
    .toLowerCase();
}
