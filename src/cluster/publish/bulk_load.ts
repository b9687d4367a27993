import { type ClusterClient, type ClusterFailure, isClusterFailure, UNKNOWN_INDEX } from '../client/cluster_client.ts';
import { tryAgain } from './try_again.ts';

/** Bytes of one request, which is more than this only when a single document is. */
export const BATCH_BYTES = 4 * 1024 * 1024;
const BATCH_DEADLINE = 120_000;

/** A document, ready to send. */
export interface BulkDocument {
  readonly id: number;
  readonly json: string;
}

export interface BulkLoad {
  readonly client: ClusterClient;
  readonly index: string;
  readonly signal: AbortSignal | undefined;
  /** Receives the number of documents that the cluster has confirmed since the last call. */
  onConfirmed(documents: number): void;
}

/**
 * Sends documents in batches, one after the other: the next batch is made while the cluster works on this one. When it fails, all
 * documents before the batch are in the index. Needs memory for two batches.
 * @returns the number of bytes sent
 * @throws ClusterError
 */
export async function bulkLoad(load: BulkLoad, documents: Iterable<BulkDocument>): Promise<number> {
  let bytes = 0;
  let sending: Promise<void> = Promise.resolve();
  let failed: unknown = null;
  for (const batch of batches(documents)) {
    await sending;
    if (failed !== null) throw failed;
    bytes += batch.bytes;
    // The rejection is handled here, because nothing awaits the promise while the next batch is made.
    sending = send(load, batch).catch((error: unknown) => {
      failed = error;
    });
    // Making a batch may never yield, and would delay the request.
    await new Promise(setImmediate);
  }
  await sending;
  if (failed !== null) throw failed;
  return bytes;
}

interface Batch {
  readonly ids: readonly number[];
  readonly lines: readonly string[];
  readonly bytes: number;
}

function* batches(documents: Iterable<BulkDocument>): Generator<Batch> {
  let [ids, lines, bytes]: [number[], string[], number] = [[], [], 0];
  for (const { id, json } of documents) {
    const line = `{"index":{"_id":"${id}"}}\n${json}\n`;
    const length = Buffer.byteLength(line);
    if (ids.length > 0 && bytes + length > BATCH_BYTES) {
      yield { ids, lines, bytes };
      [ids, lines, bytes] = [[], [], 0];
    }
    ids.push(id);
    lines.push(line);
    bytes += length;
  }
  if (ids.length > 0) yield { ids, lines, bytes };
}

/** Sends a batch until every document of it is confirmed. Indexing a document twice changes nothing. */
async function send({ client, index, signal, onConfirmed }: BulkLoad, { ids, lines }: Batch): Promise<void> {
  let open = ids.map((_, at) => at);
  for (let attempt = 1; ; attempt++) {
    const answer = await client.request({
      method: 'POST',
      path: `/${index}/_bulk`,
      query: { filter_path: 'errors,items.*.status,items.*.error.type' },
      lines: open.map((at) => lines[at]!).join(''),
      deadline: BATCH_DEADLINE,
      signal,
    });
    let failure: ClusterFailure;
    if (isClusterFailure(answer)) failure = answer;
    else {
      const rejected = rejectedItems(answer.body as BulkBody, open);
      onConfirmed(open.length - rejected.open.length);
      if (rejected.failure === null) return;
      ({ failure, open } = rejected);
    }
    await tryAgain('Cannot load the pages', failure, attempt, signal);
  }
}

interface BulkBody {
  readonly errors: boolean;
  readonly items: readonly {
    readonly index: { readonly status: number; readonly error?: { readonly type: string } };
  }[];
}

/** The documents of a batch that were not indexed, and why: of several reasons one that will not pass, if there is one. */
function rejectedItems(
  { errors, items }: BulkBody,
  sent: readonly number[],
): { open: number[]; failure: null } | { open: number[]; failure: ClusterFailure } {
  if (!errors) return { open: [], failure: null };
  const open: number[] = [];
  let failure: ClusterFailure | null = null;
  for (const [at, { index }] of items.entries()) {
    if (index.status < 300) continue;
    open.push(sent[at]!);
    const { status, error } = index;
    const type = error?.type ?? null;
    // A node that was disconnected learns of a new index after a while.
    const isPassing = status >= 500 || type === UNKNOWN_INDEX;
    const reason = status === 429 ? 'overloaded' : isPassing ? 'failing' : 'refused';
    if (failure === null || reason === 'refused') failure = { kind: 'cluster-failure', reason, status, type };
  }
  return failure === null ? { open, failure: null } : { open, failure };
}
