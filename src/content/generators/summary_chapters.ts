import { decodePercent } from '../../text/decode_percent.ts';
import { trimPath } from './generator_rules.ts';

/** A chapter of a table of contents: `- [Title](file.md)`. */
const CHAPTER = /\[((?:[^[\]\\\n]|\\.){1,500})\]\(\s*<?([^()<>\n]{1,500}?\.(?:md|markdown))>?\s*(?:"[^"\n]*")?\)/g;

/**
 * The chapters in the `SUMMARY.md` of mdBook and GitBook, with their files relative to it. Both publish no other files.
 * None when the text has no chapter.
 */
export function summaryChapters(summary: string): readonly (readonly [file: string, title: string])[] {
  const chapters = new Map<string, string>();
  for (const [, title, written] of summary.matchAll(CHAPTER)) {
    const file = trimPath(decodePercent(written!).replace(/[?#].*$/, ''));
    if (!/^[a-z]+:/i.test(file) && !chapters.has(file)) {
      chapters.set(file, title!.replace(/[`*_]|\\(?=[^\w\s])/g, '').trim());
    }
  }
  return [...chapters];
}
