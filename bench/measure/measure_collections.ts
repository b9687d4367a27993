import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { EngineName } from '../engine.ts';
import { EngineClient } from '../process/engine_client.ts';
import type { Quality, RetrievalForm } from '../retrieval/measure_retrieval.ts';
import type { RetrievalResult } from './results.ts';

const COLLECTIONS: Readonly<Record<string, RetrievalForm>> = {
  cranfield: 'any',
  cisi: 'any',
  'npl-vaswani': 'any',
  scifact: 'any',
  stackfaq: 'any',
  'cisi-cocitation-like': 'like',
  'cockroachdb-seealso-like': 'like',
};

export interface CollectionOptions {
  /** The folder of the collections; missing ones are skipped. */
  readonly folder: string;
  readonly engines: readonly EngineName[];
  readonly progress: (line: string) => void;
}

/** Scores every engine's ranking on the retrieval collections. */
export async function measureCollections({ folder, engines, progress }: CollectionOptions): Promise<RetrievalResult[]> {
  const results: RetrievalResult[] = [];
  for (const [collection, form] of Object.entries(COLLECTIONS)) {
    const path = join(folder, collection);
    if (!existsSync(join(path, 'corpus.jsonl'))) {
      progress(`${collection} is not in ${folder}: passed over`);
      continue;
    }
    progress(`ranking ${collection}`);
    const quality: Partial<Record<EngineName, Quality>> = {};
    for (const name of engines) {
      const client = new EngineClient(name, null);
      try {
        quality[name] = await client.call('retrieve', { collection: path, form });
      } catch (error) {
        progress(`${name} is left out of ${collection}: ${(error as Error).message}`);
      } finally {
        client.stop();
      }
    }
    results.push({ collection, form, quality });
  }
  return results;
}
