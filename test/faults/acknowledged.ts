import { findDamage } from '../../src/feedback/find_damage.ts';
import { openSqliteStore } from '../../src/feedback/stores/sqlite.ts';

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

/** Opens a store as the program does at its start and compares it with what was acknowledged. */
export async function compareStore(file: string, acknowledged: ReadonlyMap<string, string>): Promise<Verdict> {
  const store = await openSqliteStore(file);
  try {
    const { rows, altered, structure } = await findDamage(store);
    const held = new Map<string, string>();
    const duplicated: string[] = [];
    for (const { message, id } of await store.exportRows(0, rows)) {
      if (held.has(message)) duplicated.push(message);
      held.set(message, id);
    }
    const lost = [...acknowledged].filter(([key, id]) => held.get(key) !== id).map(([key]) => key);
    return { rows, lost, duplicated, damaged: altered.length + structure.length };
  } finally {
    await store.close();
  }
}
