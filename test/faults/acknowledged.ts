import type { OwnerRecord } from '../../src/feedback/feedback_record.ts';
import type { FeedbackStore } from '../../src/feedback/feedback_store.ts';
import { findDamage } from '../../src/feedback/find_damage.ts';
import { openSqliteStore } from '../../src/feedback/stores/sqlite.ts';

const BATCH = 1000;

/** Ids by key that a writer was told of, read from the lines that it wrote. */
export function readAcknowledged(lines: string, into = new Map<string, string>()): Map<string, string> {
  for (const [, key, id] of lines.matchAll(/^ack (\S+) (\S+)$/gm)) {
    const before = into.get(key!);
    if (before !== undefined && before !== id) throw new Error(`Key ${key} was confirmed as ${before} and as ${id}.`);
    into.set(key!, id!);
  }
  return into;
}

/** What a store file holds against what its writers were told. */
export interface Verdict {
  readonly rows: number;
  /** Keys that were confirmed and are not there, or under another id. */
  readonly lost: readonly string[];
  /** Keys that are there twice. */
  readonly duplicated: readonly string[];
  /** Altered rows and faults of the structure. */
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

/** Compares what a store holds with what was acknowledged: every message is its key. */
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
