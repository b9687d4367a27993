import { dirname, join } from 'node:path';
import { rulesOf } from '../generators/generators.ts';
import type { SiteContext } from '../site/site_context.ts';
import type { ContentWarning } from '../site_content.ts';
import { LARGEST_INCLUDED } from './included_part.ts';
import { LARGEST_PAGE, readRegularFile } from './regular_file.ts';

/** A page's source, with the files that it includes read in. */
export interface PageSource {
  readonly bytes: Uint8Array;
  /** The line of the page for each line of `bytes`, both from 1 (index 0 is line 1); null when they are the same. */
  readonly lines: readonly number[] | null;
  /** About files that it could not include. */
  readonly warnings: readonly ContentWarning[];
}

/** A page's source, or why it was not read. */
export type SourceRead =
  | { readonly source: PageSource; readonly refusal: null }
  | { readonly source: null; readonly refusal: string };

/**
 * Reads a page's file. The files that it includes by its generator's syntax are read in where they are there and in the
 * project: the text of a page is what its readers see.
 * @param root absolute path of the content root
 * @param within real path of the folder that included files must be in
 * @param included receives the paths at which included files were looked for
 */
export function readSource(
  root: string,
  file: string,
  context: SiteContext,
  within: string,
  included: Set<string> = new Set(),
): SourceRead {
  const read = readRegularFile(join(root, file), { bytes: LARGEST_PAGE, within: null });
  if (read.bytes === null) return { source: null, refusal: read.refusal };
  const plain = {
    source: { bytes: read.bytes, lines: null, warnings: [] as ContentWarning[] },
    refusal: null,
  } as const;
  const { inclusion } = rulesOf(context.generator);
  if (inclusion === undefined || !inclusion.marks.some((mark) => read.bytes.includes(mark))) return plain;
  const text = read.bytes.toString('utf8');
  // A file that is not UTF-8 stays as it is, so that it is refused as such.
  if (text.includes('\ufffd')) return plain;
  const { warnings } = plain.source;
  const found = inclusion.read(text, {
    ...{ folder: dirname(join(root, file)), root },
    first: (context.includeFolders ?? []).map((each) => join(root, each)),
    open(path) {
      included.add(path);
      const opened = readRegularFile(path, { bytes: LARGEST_INCLUDED, within });
      if (opened.bytes === null) return { text: null, refusal: opened.refusal, missing: opened.missing };
      const found = opened.bytes.toString('utf8');
      return found.includes('\u0000') || found.includes('\ufffd')
        ? { text: null, refusal: 'it is not UTF-8 text', missing: false }
        : { text: found, refusal: null };
    },
    warn: (line, message) => warnings.push({ file, line, column: 1, message, rule: 'include' }),
  });
  return found?.lines == null
    ? plain
    : { source: { bytes: Buffer.from(found.text), lines: found.lines, warnings }, refusal: null };
}
