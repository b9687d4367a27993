import { blankCode } from '../../src/text/markdown/hide_code.ts';

/** Habits of wording that make readers read twice, in text that users see. Each has words that say what to write instead. */
const HABITS: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/(?<!\bthere )\b(?:is|are|was|were) no (?!(?:more|longer|less|fewer)\b)/gi, '"is not a", or the verb negated'],
  [/^have no\b/gi, 'what happens: "turn X off"'],
  [
    /\b(?:one|two|\d+|each) an? (?:core|thread|worker|node|client|connection|request|search|page|file|line|site)\b/gi,
    '"per"',
  ],
  [/\btoo(?=[.:;)]|$)/gi, '"also", before the verb'],
  [/\bof (?:(?:the|an?|its|their) )?[\w-]+ of (?:(?:the|an?|its|their) )?[\w-]+ of\b/gi, 'a possessive or a compound'],
  // A title may ask "What is read".
  [
    /\bwhat (?:is|are|was|were) (?:\w+ed|built|found|kept|left|made|read|sent|shown|written)\b/g,
    'the name of the thing',
  ],
  [
    /\b(?:asked|found|opened|ended|chosen|searched) by (?:the |an? |its )?(?:end|key|number|word|name|filter|search)\b/gi,
    '"with" or "from"',
  ],
];

/** A habit in a text. */
export interface HabitFound {
  readonly words: string;
  readonly instead: string;
}

/** Habits in one line of prose, or in one string that users see. */
export function habitsIn(text: string): readonly HabitFound[] {
  return HABITS.flatMap(([pattern, instead]) => [...text.matchAll(pattern)].map(([words]) => ({ words, instead })));
}

/** Lines of Markdown without their code and the addresses of their links, each with its number. */
export function proseLines(markdown: string): readonly (readonly [line: number, text: string])[] {
  return blankCode(markdown)
    .split('\n')
    .map((line, index) => [index + 1, line.replaceAll(/\]\([^)]*\)/g, ']')] as const);
}

/** Strings of a source file that hold words, each with its line; comments are left out. */
export function stringLines(source: string): readonly (readonly [line: number, text: string])[] {
  return source.split('\n').flatMap((line, index) => {
    if (/^\s*(?:\/\/|\/?\*)/.test(line)) return [];
    const strings = line.matchAll(/'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|`([^`]*)(?:`|$)/g);
    return [...strings]
      .map((match) => match[1] ?? match[2] ?? match[3]!)
      .filter((text) => /[a-z] [a-z]/i.test(text))
      .map((text) => [index + 1, text] as const);
  });
}
