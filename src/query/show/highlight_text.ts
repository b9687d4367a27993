import { tokenise } from '../../corpus/analysis/tokenise.ts';
import type { FieldName } from '../../corpus/index/fields.ts';
import { fold } from '../../text/fold.ts';
import { alignSearchForm } from '../../text/search_form.ts';
import type { Engine } from '../match/engine.ts';
import type { ExcerptTerm } from '../match/match_set.ts';
import { find, partTerms, termPostings } from '../match/postings.ts';
import { addRange, type Excerpt, inOneLine, LONGEST_EXCERPT, shorten } from './excerpt_text.ts';

/** Longest distance from the start of an excerpt to its first range, in UTF-16 units. */
const LONGEST_BEFORE = (LONGEST_EXCERPT * 3) / 4;

/** Fields other than the body that can show a hit, in order of preference. */
const SHOWN_FIELDS = ['description', 'title', 'aliases', 'tags'] as const satisfies readonly FieldName[];
type ShownField = (typeof SHOWN_FIELDS)[number];

/** The row members with several texts. */
interface RowLists {
  readonly aliases: readonly string[];
  readonly tags: readonly { readonly title: string; readonly slug: string }[];
}

/** Between a title and the beginning of the text: nothing that a sentence has, so that readers of rows can tell the title. */
const BEHIND_TITLE = ' — ';

/** @param text a title */
function withBeginning(text: string, body: string): string {
  return body === '' ? text : `${text}${BEHIND_TITLE}${body}`;
}

/**
 * The excerpt of a row whose body contains none of the terms: the description, title, alias or tag that contains one, else the
 * beginning of the body without ranges. As a row shows its title anyway, the beginning of the body follows it.
 */
export function highlightText(engine: Engine, page: number, excerptTerms: readonly ExcerptTerm[]): Excerpt {
  for (const name of SHOWN_FIELDS) {
    const terms = termsIn(engine, page, name, excerptTerms);
    if (terms.size === 0) continue;
    for (const text of textsOf(engine, page, name)) {
      const ranges = rangesOf(engine, page, text, (_, term) => terms.has(term));
      if (ranges.length === 0) continue;
      return around(name === 'title' ? withBeginning(text, beginning(engine, page)) : text, ranges);
    }
  }
  return { excerpt: beginning(engine, page), ranges: [] };
}

const TITLE = Buffer.from(',"title":');
const DESCRIPTION = Buffer.from(',"description":');
const INDEXING = Buffer.from(',"indexing":');

/** The page's title, without parsing the whole row. */
export function titleOf(engine: Pick<Engine, 'corpus'>, page: number): string {
  return memberOf(engine, page, TITLE, DESCRIPTION);
}

/** @returns a text of the row; quotation marks are escaped in JSON strings, so the names of members cannot occur in one */
function memberOf({ corpus }: Pick<Engine, 'corpus'>, page: number, name: Buffer, next: Buffer): string {
  const { buffer, byteOffset, length } = corpus.pages.row(page);
  const row = Buffer.from(buffer, byteOffset, length);
  const from = row.indexOf(name) + name.length;
  return JSON.parse(row.toString('utf8', from, row.indexOf(next, from))) as string;
}

/** The excerpt's terms that occur in the given field of the page. */
function termsIn({ corpus }: Engine, page: number, name: FieldName, excerptTerms: readonly ExcerptTerm[]): Set<string> {
  const { text } = corpus;
  const terms = new Set<string>();
  for (const { unit, field } of excerptTerms) {
    if (field !== 'all' && field !== name) continue;
    for (const part of unit.parts) {
      for (const { term, stemmers } of partTerms(text, part)) {
        if (((stemmers >>> text.stemmers[page]!) & 1) === 0) continue;
        if (find(termPostings(text, name, term), page) >= 0) terms.add(text.vocabulary.term(term));
      }
    }
  }
  return terms;
}

function textsOf(engine: Engine, page: number, name: ShownField): readonly string[] {
  if (name === 'title') return [titleOf(engine, page)];
  if (name === 'description') return [memberOf(engine, page, DESCRIPTION, INDEXING)];
  const row = JSON.parse(`${Buffer.from(engine.corpus.pages.row(page)).toString()}}`) as RowLists;
  return name === 'aliases' ? row.aliases : row.tags.flatMap(({ title, slug }) => [title, slug]);
}

function beginning({ corpus }: Engine, page: number): string {
  const text = corpus.text.bodies.window(page, 0, LONGEST_EXCERPT * 4);
  return shorten(inOneLine(text).trimStart());
}

/**
 * Finds the words of a text that are hits.
 * @param isHit whether a word is one, by the word as written, in search form, and its term on the page
 * @returns ranges as in `Excerpt`
 */
export function rangesOf(
  { analyser, corpus }: Engine,
  page: number,
  text: string,
  isHit: (written: string, term: string) => boolean,
): number[] {
  const ranges: number[] = [];
  const aligned = alignSearchForm(text);
  const { form } = aligned;
  let last = '';
  let lastStart = 0;
  const add = (start: number, end: number): void => addRange(ranges, aligned.start(start), aligned.end(end));
  tokenise(form, {
    compound(start, end, signed) {
      if (!signed) return;
      const written = form.slice(start, end);
      if (isHit(written, fold(written))) add(start, end);
    },
    word(start, end) {
      const written = form.slice(start, end);
      const read = analyser.word(written).parts[0]?.terms ?? [];
      const own = read.length > 1 ? read[corpus.text.stemmers[page]!] : read[0];
      if (own !== undefined && isHit(written, own)) add(start, end);
    },
    character(start, end, joined) {
      const character = fold(form.slice(start, end));
      if (joined && isHit(last + character, last + character)) add(lastStart, end);
      else if (isHit(character, character)) add(start, end);
      last = character;
      lastStart = start;
    },
    border() {},
  });
  return ranges;
}

/** Truncates a text so that its first range is shown. */
function around(text: string, ranges: readonly number[]): Excerpt {
  const first = ranges[0]!;
  const before = first <= LONGEST_BEFORE ? 0 : text.lastIndexOf(' ', first - LONGEST_EXCERPT / 4) + 1;
  // Without a space to cut at, start at the hit itself.
  const start = first - before <= LONGEST_BEFORE ? before : first;
  const excerpt = shorten(inOneLine(text.slice(start)));
  const shown: number[] = [];
  for (let i = 0; i < ranges.length && ranges[i + 1]! - start <= excerpt.length; i += 2) {
    shown.push(ranges[i]! - start, ranges[i + 1]! - start);
  }
  return { excerpt, ranges: shown };
}
