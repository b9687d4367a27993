import type { OwnerRecord } from '../../src/feedback/feedback_record.ts';
import type { FeedbackStore } from '../../src/feedback/feedback_store.ts';
import { findDamage } from '../../src/feedback/find_damage.ts';
import { openSqliteStore } from '../../src/feedback/stores/sqlite.ts';

const BATCH = 1000;

/** Acknowledged ids by key, read from the lines that a writer printed. */
export function readAcknowledged(lines: string, into = new Map<string, string>()): Map<string, string> {
  for (const [, key, id] of lines.matchAll(/^ack (\S+) (\S+)$/gm)) {
    const before = into.get(key!);
    if (before !== undefined && before !== id) throw new Error(`Key ${key} was confirmed as ${before} and as ${id}.`);
    into.set(key!, id!);
  }
  return into;
}

/** The content of a store file compared with what its writers got acknowledged. */
export interface Verdict {
  readonly rows: number;
  /** Keys that were confirmed but are missing or have another id. */
  readonly lost: readonly string[];
  /** Keys with more than one row. */
  readonly duplicated: readonly string[];
  /** Changed rows and structural faults. */
  readonly damaged: number;
}

/** Opens an SQLite store as the program does at its start and compares it with what was acknowledged. */
export async function compareStore(file: string, acknowledged: ReadonlyMap<string, string>): Promise<Verdict> {
  const store = await openSqliteStore(file);
  try {
    return await compareRows(store, acknowledged);
  } finally {
    await store.close();
  }
}

/** Compares a store with what was acknowledged. The message of each row is its key. */
export async function compareRows(store: FeedbackStore, acknowledged: ReadonlyMap<string, string>): Promise<Verdict> {
  const { rows, altered, structure } = await findDamage(store);
  const held = new Map<string, string>();
  const duplicated: string[] = [];
  for await (const { message, id } of everyRow(store)) {
    if (held.has(message)) duplicated.push(message);
    held.set(message, id);
  }
  const lost = [...acknowledged].filter(([key, id]) => held.get(key) !== id).map(([key]) => key);
  return { rows, lost, duplicated, damaged: altered.length + structure.length };
}

/** The rows of a store with their messages, oldest first. */
export async function* everyRow(store: FeedbackStore): AsyncGenerator<OwnerRecord> {
  for (let after = 0; ; ) {
    const rows = await store.exportRows(after, BATCH);
    yield* rows;
    if (rows.length < BATCH) return;
    after = rows.at(-1)!.sequence;
  }
}
