/**
 * Counts sentences with holes: places where the text of a page lacks a word that readers see. Prints a line of a Markdown table for each
 * artefact:
 *
 *     npm run holes -- ARTEFACT... [--show N]
 *
 * A hole looks like ` ,`, ` .`, `()` or `the can`, and its surroundings are not in the Markdown of the page: something was removed there.
 * What authors wrote so themselves, and code, does not count. `--show` prints so many of them for each site.
 */
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { loadArtefact } from '../src/corpus/load_artefact.ts';

const HOLE =
  /(?<=[\p{L}\p{N}]) [,.](?=\s|$)|(?<=[\p{L}\p{N}] )\([ ,]*\)|"[ ]*"|“[ ]*”|\b(?:an?|the|of|by|your|this) (?:can|is|are|will|has|have|and|or|to|of|in|on|for|with)\b(?! )|\b(?:the|an?) (?:can|is|are|will|has|have|of|for)\b|(?<=[.!?] )(?:is|are|can|has|will|provides|allows|supports) (?:a|an|the|not|be|you)\b/gu;
/** UTF-16 units on each side that the Markdown is searched for. */
const AROUND = 12;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { show: { type: 'string', default: '0' } },
});
if (positionals.length === 0) throw new Error('Usage: npm run holes -- ARTEFACT... [--show N]');
console.log('| site | pages | sentences with holes |');
console.log('|---|--:|--:|');
for (const file of positionals) measure(file, Number(values.show));

function measure(file: string, most: number): void {
  const corpus = loadArtefact(file);
  let holes = 0;
  for (let page = 0; page < corpus.pages.count; page++) {
    const text = corpus.text.bodies.window(page, 0, corpus.text.bodies.length(page));
    const found = [...text.matchAll(HOLE)];
    if (found.length === 0) continue;
    const written = bare(Buffer.from(corpus.pages.markdown(page)).toString());
    let last = -1;
    for (const { 0: hole, index } of found) {
      const start = Math.max(index - AROUND, text.lastIndexOf('\n', index) + 1, 0);
      const newline = text.indexOf('\n', index);
      const end = Math.min(index + hole.length + AROUND, newline === -1 ? text.length : newline);
      const around = text.slice(start, end).trim();
      const sentence = text.lastIndexOf('. ', index - 1);
      if (sentence === last || written.includes(bare(around))) continue;
      last = sentence;
      if (holes++ < most)
        console.log(
          `${corpus.pages.path(page)}\t${text.slice(Math.max(0, index - 50), index + 50).replaceAll('\n', '⏎')}`,
        );
    }
  }
  console.log(`| ${basename(file, '.catchword')} | ${corpus.pages.count} | ${holes} |`);
}

/** A text without the marks of Markdown and the destinations of links. */
function bare(text: string): string {
  return text
    .replace(/\]\([^()\s]{0,500}(?: "[^"]{0,200}")?\)/g, '')
    .replace(/[*_`\\[\]<>|#!]/g, '')
    .replace(/\s+/g, ' ');
}
