/**
 * Counts the pages of artefacts whose published Markdown still has syntax of site generators outside code, and those whose code differs
 * from what their author wrote.
 * measure_markup.ts ARTEFACT... [--show KIND]: prints a line for each artefact; with --show also the first places of one kind.
 */
import { loadArtefact } from '../src/corpus/load_artefact.ts';
import { hideCode } from '../src/text/markdown/hide_code.ts';
import { findCode } from '../src/text/markdown/markdown_code.ts';

/** What only a generator understands, each line by itself. */
const KINDS: Readonly<Record<string, RegExp>> = {
  module: /^(?:import [\w$*{}, ]+ from ["']|import ["']|export (?:const|default|function|let) )/,
  component: /<(?:[A-Z]\w*[a-z]\w*|[a-z]+-[a-z-]+)(?:\s[^<>]*)?(?:\/|=[^<>]*)>|<\/(?:[A-Z]\w*[a-z]\w*|[a-z]+-[a-z-]+)>/,
  template: /\{\{[^{}]*\}\}|\{%[^{}]*%\}/,
  directive: /^[ \t>]*(?::{3,}|!!! |\?\?\?\+? |\/{3,} |=== ")/,
  attributes: /^[ \t>]*\{[:.#][^{}]*\}[ \t]*$|[)\]`*_]\{:?[ \t]*[.#][^{}\n]*\}|^#{1,6} .*\{[#.][^{}]*\}[ \t]*$/,
  role: /\{[a-z][\w:.+-]*\}`/,
  label: /^\([\w-]+\)=[ \t]*$/,
  comment: /<!--|\{\/\*/,
};
const SHOWN = 20;

const { artefacts, show } = readArguments(process.argv.slice(2));
for (const file of artefacts) measure(file);

function readArguments(given: readonly string[]): {
  readonly artefacts: readonly string[];
  readonly show: string | null;
} {
  const at = given.indexOf('--show');
  const kind = at === -1 ? null : (given[at + 1] ?? '');
  if (kind !== null && kind !== 'code' && KINDS[kind] === undefined)
    throw new Error(`--show needs one of ${[...Object.keys(KINDS), 'code'].join(', ')}`);
  return { artefacts: given.filter((_, i) => at === -1 || (i !== at && i !== at + 1)), show: kind };
}

function measure(file: string): void {
  const { pages } = loadArtefact(file);
  const decoder = new TextDecoder();
  const counts = new Map<string, number>();
  let marked = 0;
  let shown = 0;
  for (let page = 0; page < pages.count; page++) {
    const markdown = decoder.decode(pages.markdown(page));
    const places = new Map<string, string>();
    for (const line of hideCode(markdown).text.split('\n')) {
      for (const [kind, pattern] of Object.entries(KINDS)) if (pattern.test(line)) places.set(kind, line);
    }
    if (places.size > 0) marked++;
    const lost = lostCode(decoder.decode(pages.source(page)), markdown);
    if (lost !== null) places.set('code', lost);
    for (const [kind, line] of places) {
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
      if (kind === show && shown++ < SHOWN) process.stdout.write(`  ${pages.path(page)}: ${line.slice(0, 200)}\n`);
    }
  }
  const kinds = [...counts].sort().map(([kind, count]) => `${kind} ${count}`);
  const share = pages.count === 0 ? 0 : (100 * marked) / pages.count;
  process.stdout.write(
    `${file.replace(/^.*\/|\.\w+$/g, '')}: ${share.toFixed(1)} % of ${pages.count} pages have markup left${kinds.length === 0 ? '' : `; ${kinds.join(', ')}`}\n`,
  );
}

/** A line of a code block that the Markdown does not have as its author wrote it; null when there is none. */
function lostCode(source: string, markdown: string): string | null {
  const lines = new Set(markdown.split('\n').map((line) => line.replace(/^[ \t>]+/, '')));
  // Indented lines are code in Markdown and text in MDX: both may be right.
  for (const { start, end, isBlock, shown, isProgram } of findCode(source, true).pieces) {
    const line = source.slice(start, end).replace(/^[ \t>]+/, '');
    if (isBlock && shown === null && !isProgram && line !== '' && !lines.has(line)) return line;
  }
  return null;
}
