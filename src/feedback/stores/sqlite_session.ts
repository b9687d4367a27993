import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import {
  assertWanted,
  boundsFromNow,
  type CallBounds,
  remaining,
  StoreRefused,
  StoreUnavailable,
  type Unavailability,
} from '../store_limits.ts';
import {
  assertInPlace,
  type Connection,
  connect,
  createFile,
  explain,
  foldLog,
  MOST_LOG_BYTES,
  sizeOf,
  transact,
} from './sqlite_file.ts';

export type SqliteSession = Awaited<ReturnType<typeof openSqliteSession>>;

/** Maximum wait for another process, in milliseconds. It does not block the event loop. */
const BUSY_PATIENCE = 1_500;
const BUSY_PAUSE = 5;
/** Failures after which the file is opened again. */
const ENDS_CONNECTION: ReadonlySet<Unavailability> = new Set(['failing', 'damaged', 'replaced']);

/**
 * Opens a file of submissions. If it cannot be used now, each use tries again to open it.
 * @param create whether to create a missing file
 * @throws StoreRefused when the file is missing, empty, shortened, foreign, or of a newer program
 * @throws StoreUnavailable when it is damaged
 */
export async function openSqliteSession(file: string, create: boolean) {
  if (create && !existsSync(file)) createFile(file);
  let connection: Connection | null = null;
  /** Identity of the store that was opened first; null before. */
  let identity: Buffer | null = null;
  let open = true;

  function openFirst(): Connection {
    connection = connect(file);
    identity = connection.identity;
    return connection;
  }

  /** The connection; after a failure a new one with an empty log. */
  function current(): Connection {
    if (!open) throw new StoreUnavailable('closed');
    if (connection !== null) {
      assertInPlace(connection);
      return connection;
    }
    if (identity === null) return openFirst();
    if (!existsSync(file)) throw new StoreUnavailable('replaced');
    const reopened = connect(file);
    // After a failed sync, data in the log may never reach the disk, and later writes behind it would be lost too.
    const isOther = !reopened.identity.equals(identity);
    if (isOther || !foldLog(reopened.database)) {
      reopened.database.close();
      throw new StoreUnavailable(isOther ? 'replaced' : 'failing');
    }
    connection = reopened;
    return reopened;
  }

  function abandon(): void {
    try {
      connection?.database.close();
    } catch {
      // Ignore: the connection has already failed and is replaced.
    }
    connection = null;
  }

  /** Runs work on the connection; retries while another process has locked the file. @throws StoreUnavailable */
  async function read<Result>(
    work: (connection: Connection) => Result,
    bounds: CallBounds = boundsFromNow(),
  ): Promise<Result> {
    assertWanted(bounds);
    return retryWhileBusy(() => {
      try {
        return work(current());
      } catch (error) {
        const unavailable = explain(error);
        if (ENDS_CONNECTION.has(unavailable.reason)) abandon();
        throw unavailable;
      }
    }, bounds);
  }

  await retryWhileBusy(openFirst, boundsFromNow()).catch((error: unknown) => {
    // Other failures may be temporary (a full disk, a long transaction elsewhere), so the next use tries again.
    if (!(error instanceof StoreUnavailable) || error.reason === 'damaged') throw error;
  });

  return {
    read,
    /** As `read`, in a transaction that is durable when this resolves. */
    write: <Result>(work: (connection: Connection) => Result, bounds?: CallBounds): Promise<Result> =>
      read((used) => {
        const { database } = used;
        if (sizeOf(`${file}-wal`) > MOST_LOG_BYTES && !foldLog(database)) throw new StoreUnavailable('full');
        const result = transact(database, () => work(used));
        // A write is confirmed only in the file that the next start will open.
        assertInPlace(used);
        return result;
      }, bounds),
    close(): void {
      open = false;
      abandon();
    },
  };
}

async function retryWhileBusy<Result>(work: () => Result, bounds: CallBounds): Promise<Result> {
  const until = performance.now() + Math.min(BUSY_PATIENCE, remaining(bounds));
  for (;;) {
    try {
      return work();
    } catch (error) {
      if (error instanceof StoreRefused) throw error;
      const unavailable = explain(error);
      if (unavailable.reason !== 'busy' || performance.now() > until) throw unavailable;
    }
    await delay(BUSY_PAUSE);
  }
}
