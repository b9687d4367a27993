import { fold } from '../corpus/fold.ts';
import { tokenise } from '../corpus/tokenise.ts';
import type { Engine } from './engine.ts';
import { addRange, type Excerpt, inOneLine, LONGEST_EXCERPT, shorten } from './excerpt_text.ts';
import type { Wanted } from './found.ts';

/** Longest way from the beginning of an excerpt to its first range, in UTF-16 units. */
const LONGEST_BEFORE = (LONGEST_EXCERPT * 3) / 4;

/** Members of a row that a hit outside the body can be shown in, in the order of preference. */
interface RowTexts {
  readonly title: string;
  readonly description: string;
  readonly aliases: readonly string[];
  readonly tags: readonly { readonly title: string; readonly slug: string }[];
}

/**
 * The excerpt of a row whose body holds nothing of what is wanted: the description, title, alias or tag that does, else the
 * beginning of the body without ranges.
 */
export function highlightText(engine: Engine, page: number, wanted: readonly Wanted[]): Excerpt {
  if (wanted.length > 0) {
    const row = JSON.parse(`${Buffer.from(engine.corpus.pages.row(page)).toString()}}`) as RowTexts;
    const texts = {
      description: [row.description],
      title: [row.title],
      aliases: row.aliases,
      tags: row.tags.flatMap(({ title, slug }) => [title, slug]),
    };
    for (const name of ['description', 'title', 'aliases', 'tags'] as const) {
      const asked = wanted.filter(({ field }) => field === 'all' || field === name);
      if (asked.length === 0) continue;
      const terms = new Set(asked.flatMap(({ unit }) => unit.parts.flatMap((part) => part.terms)));
      for (const text of texts[name]) {
        const ranges = rangesOf(engine, text, terms);
        if (ranges.length > 0) return around(text, ranges);
      }
    }
  }
  return { excerpt: beginning(engine, page), ranges: [] };
}

function beginning({ corpus }: Engine, page: number): string {
  const { text } = corpus.text.bodies.window(page, 0, LONGEST_EXCERPT * 4);
  return shorten(inOneLine(text).trimStart());
}

function rangesOf({ analyser }: Engine, text: string, terms: ReadonlySet<string>): number[] {
  const ranges: number[] = [];
  let last = '';
  let lastStart = 0;
  const add = (start: number, end: number): void => addRange(ranges, start, end);
  tokenise(text, {
    compound(start, end, signed) {
      if (signed && terms.has(fold(text.slice(start, end)))) add(start, end);
    },
    word(start, end) {
      if (analyser.word(text.slice(start, end)).terms.some((term) => terms.has(term))) add(start, end);
    },
    character(start, end, joined) {
      const character = fold(text.slice(start, end));
      if (joined && terms.has(last + character)) add(lastStart, end);
      else if (terms.has(character)) add(start, end);
      last = character;
      lastStart = start;
    },
    border() {},
  });
  return ranges;
}

/** Cuts a long text so that its first range is shown. */
function around(text: string, ranges: readonly number[]): Excerpt {
  const first = ranges[0]!;
  const before = first <= LONGEST_BEFORE ? 0 : text.lastIndexOf(' ', first - LONGEST_EXCERPT / 4) + 1;
  // A text without blanks has no word to begin with but the one found.
  const start = first - before <= LONGEST_BEFORE ? before : first;
  const excerpt = shorten(inOneLine(text.slice(start)));
  const shown: number[] = [];
  for (let i = 0; i < ranges.length && ranges[i + 1]! - start <= excerpt.length; i += 2) {
    shown.push(ranges[i]! - start, ranges[i + 1]! - start);
  }
  return { excerpt, ranges: shown };
}
