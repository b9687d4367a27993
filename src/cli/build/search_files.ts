import { statSync } from 'node:fs';
import { type Artefact, joinArtefact } from '../../corpus/artefact/artefact_format.ts';
import { shareBytes } from '../../corpus/artefact/shared_bytes.ts';
import type { LoadedCorpus } from '../../corpus/load_artefact.ts';
import { openCorpus } from '../../corpus/open_corpus.ts';
import type { SearchFilesReport } from '../../static_search/write_search_files.ts';
import { visible } from '../../text/visible.ts';
import { failed, reasonOf } from '../command_error.ts';
import { wholeNumber } from '../options.ts';

/** Kilobytes that a browser may load before the first search: ten times those of a site of 10,000 pages. */
const FIRST_SEARCH = 2048;
const MOST_FIRST_SEARCH = 1 << 20;

/** @returns bytes @throws CommandError for a value that is no number of kilobytes */
export function firstSearchOf({ firstSearch }: { readonly firstSearch?: string }): number {
  if (firstSearch === undefined) return FIRST_SEARCH * 1024;
  return (
    wholeNumber(firstSearch, 1, MOST_FIRST_SEARCH, `Cannot read ${JSON.stringify(firstSearch)} as --first-search`) *
    1024
  );
}

/** Writes the files of a search without a server. @throws CommandError that says what to do */
export async function writeSearch(corpus: LoadedCorpus, folder: string, most: number): Promise<SearchFilesReport> {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === false)
    throw failed(`Cannot write the search to "${folder}": it is not a folder. Specify a folder with --static.`);
  const { wholeAssets } = await import('../../explorer/explorer_assets.ts');
  const { FirstSearchTooLarge, SearchTooLarge, writeSearchFiles } = await import(
    '../../static_search/write_search_files.ts'
  );
  const { search: program, files, ...names } = await wholeAssets();
  const [box, boxFiles, feedback] = [names.box, names.boxFiles, names.feedback].map((name) =>
    files.find((file) => file.name === name),
  );
  if (box === undefined || boxFiles === undefined || feedback === undefined || program === null)
    throw failed(`Cannot write the search to "${folder}": this installation lacks the scripts. Reinstall Catchword.`);
  try {
    return writeSearchFiles(corpus, { box: box.body, boxFiles, feedback: feedback.body, program }, folder, most);
  } catch (error) {
    if (error instanceof FirstSearchTooLarge) {
      const kilobytes = Math.ceil(error.firstSearch / 1024);
      throw failed(
        `Cannot write the search to "${folder}": its scripts and tables need ${kilobytes} kB, and the limit is ${most / 1024} kB. Serve the site with "catchword serve", or raise the limit with --first-search ${kilobytes}.`,
      );
    }
    if (error instanceof SearchTooLarge) {
      const megabytes = Math.ceil(error.reserved / 2 ** 20);
      throw failed(
        `Cannot write the search to "${folder}": a browser would need ${megabytes} MB of memory for it, and the limit is 1024 MB. Serve the site with "catchword serve".`,
      );
    }
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw failed(`Cannot write the search to "${folder}": ${reasonOf(code)}. Specify another folder with --static.`);
  }
}

/** The same of an artefact that was just built. @returns null where no folder is named */
export async function writeSearchOf(
  artefact: Artefact,
  folder: string | undefined,
  most: number,
): Promise<SearchFilesReport | null> {
  if (folder === undefined) return null;
  const shared = shareBytes(joinArtefact(artefact), true);
  return writeSearch({ ...openCorpus(shared), shared }, folder, most);
}

export function renderSearch({ folder, files, bytes, firstSearch }: SearchFilesReport): string {
  const lines = [
    ['search', visible(folder)],
    ['  files', String(files)],
    ['  bytes', String(bytes)],
    ['  first search', `${Math.ceil(firstSearch / 1024)} kB, plus its words and results`],
  ] as const;
  return `${lines.map(([name, fact]) => `${name.padEnd(14)} ${fact}`).join('\n')}\n`;
}
