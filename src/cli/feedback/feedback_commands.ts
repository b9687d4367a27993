import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { rollUp } from '../../feedback/roll_up.ts';
import { artefactSubjects } from '../artefact_subjects.ts';
import type { BakeFlags } from '../build/bake_content.ts';
import { isFolder } from '../build/check_folder.ts';
import { failed, misused } from '../command_error.ts';
import { openSource } from '../open_source.ts';
import type { Terminal } from '../terminal.ts';
import type { StoreFlags } from './feedback_settings.ts';
import { csvHeader, csvLine, listLine, noSuch, recordView, showRecord } from './feedback_table.ts';
import { everyRow, withStore } from './with_store.ts';

export interface FormatFlags extends StoreFlags {
  readonly json?: boolean;
  readonly csv?: boolean;
}

/** `catchword feedback init`: creates the store if it does not exist. */
export function initFeedback(flags: StoreFlags, terminal: Terminal): Promise<number> {
  return withStore(
    flags,
    terminal,
    async (store) => {
      await store.checkHealth();
      terminal.err('The feedback store is ready.\n');
      return 0;
    },
    true,
  );
}

/** `catchword feedback list` and `export`: every submission, oldest first, including hidden ones. */
export function listFeedback(flags: FormatFlags, terminal: Terminal, format: 'lines' | 'json'): Promise<number> {
  if (flags.json === true && flags.csv === true) throw misused('Cannot write both --json and --csv: name one.');
  const chosen = flags.csv === true ? 'csv' : flags.json === true ? 'json' : format;
  return withStore(flags, terminal, async (store) => {
    if (chosen === 'csv') terminal.out(csvHeader);
    let isFirst = true;
    for await (const row of everyRow(store)) {
      if (chosen === 'csv') terminal.out(csvLine(row));
      else if (chosen === 'lines') terminal.out(listLine(row));
      else terminal.out(`${isFirst ? '[' : ','}\n${JSON.stringify(recordView(row))}`);
      isFirst = false;
    }
    if (chosen === 'json') terminal.out(isFirst ? '[]\n' : '\n]\n');
    return 0;
  });
}

/** `catchword feedback show`: one submission with its message. */
export function showFeedback(id: string, flags: FormatFlags, terminal: Terminal): Promise<number> {
  return withStore(flags, terminal, async (store) => {
    const row = await store.find(id);
    if (row === null) throw failed(noSuch(id));
    if (flags.csv === true) terminal.out(`${csvHeader}${csvLine(row)}`);
    else terminal.out(flags.json === true ? `${JSON.stringify(recordView(row))}\n` : showRecord(row));
    return 0;
  });
}

/** `catchword feedback backup`: writes a copy of the store while servers keep running. */
export function backUpFeedback(file: string, flags: StoreFlags, terminal: Terminal): Promise<number> {
  return withStore(flags, terminal, async (store) => {
    if (store.backup === null) {
      throw failed('Cannot back up this store: use the tools of its database, such as pg_dump.');
    }
    const folder = dirname(file);
    if (!existsSync(folder) || !isFolder(folder))
      throw failed(`Cannot write the backup: there is no folder "${folder}".`);
    await store.backup(file);
    return 0;
  });
}

/** `catchword rollup`: recomputes the aggregate for the pages and tools of a site. */
export function rollUpFeedback(source: string, flags: StoreFlags & BakeFlags, terminal: Terminal): Promise<number> {
  return withStore(flags, terminal, async (store) => {
    const corpus = await openSource(source, flags, terminal, () => {});
    const aggregate = await rollUp({ store, publicAbout: artefactSubjects(corpus), now: Date.now });
    if (aggregate === null) throw failed('Cannot roll up the feedback: another roll-up is running.');
    terminal.out(`${JSON.stringify(aggregate)}\n`);
    return 0;
  });
}
