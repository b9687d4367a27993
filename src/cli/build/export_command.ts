import { loadWholeArtefact } from '../../corpus/load_artefact.ts';
import { visibleJson } from '../../text/visible.ts';
import { isFolder } from '../check_paths.ts';
import { misused } from '../command_error.ts';
import type { ExportFlags } from '../options.ts';
import type { Terminal } from '../terminal.ts';
import { firstSearchOf, renderSearch, writeSearch } from './search_files.ts';

/** `catchword export`: writes the files of a search without a server from an artefact. */
export async function exportSearch(file: string, flags: ExportFlags, terminal: Terminal): Promise<number> {
  const { static: folder } = flags;
  if (folder === undefined) throw misused(`Cannot export "${file}": no folder is specified. Pass --static FOLDER.`);
  const most = firstSearchOf(flags);
  if (isFolder(file))
    throw misused(`Cannot export "${file}": it is a folder. Build it with "catchword build" and --static.`);
  const report = await writeSearch(loadWholeArtefact(file), folder, most);
  if (flags.json) terminal.out(`${visibleJson(report)}\n`);
  else terminal.err(renderSearch(report));
  return 0;
}
