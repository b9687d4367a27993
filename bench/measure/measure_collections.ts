import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { EngineName } from '../engine.ts';
import { EngineClient } from '../process/engine_client.ts';
import type { Quality, RetrievalForm } from '../retrieval/measure_retrieval.ts';
import { ADDRESSES } from '../served/ask_service.ts';
import type { RetrievalResult } from './results.ts';

const COLLECTIONS: Readonly<Record<string, 'any' | 'like'>> = {
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

/** Scores every engine's ranking on the retrieval collections, and what the service answers with at the addresses that users ask. */
export async function measureCollections({ folder, engines, progress }: CollectionOptions): Promise<RetrievalResult[]> {
  const results: RetrievalResult[] = [];
  for (const [collection, form] of Object.entries(COLLECTIONS)) {
    const path = join(folder, collection);
    if (!existsSync(join(path, 'corpus.jsonl'))) {
      progress(`${collection} is not in ${folder}: passed over`);
      continue;
    }
    progress(`ranking ${collection}`);
    const forms: RetrievalForm[] = form === 'any' ? ['any', ...ADDRESSES] : [form];
    const quality = forms.map((): Partial<Record<EngineName, Quality>> => ({}));
    for (const name of engines) {
      const client = new EngineClient(name, null);
      try {
        for (const [i, found] of (await client.call('retrieve', { collection: path, forms })).entries()) {
          if (found !== null) quality[i]![name] = found;
        }
      } catch (error) {
        progress(`${name} is left out of ${collection}: ${(error as Error).message}`);
      } finally {
        client.stop();
      }
    }
    results.push(...forms.map((form, i) => ({ collection, form, quality: quality[i]! })));
  }
  return results;
}
