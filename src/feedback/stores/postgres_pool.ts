import pg from 'pg';
import { StoreRefused, StoreUnavailable } from '../store_limits.ts';

export type PostgresClient = pg.PoolClient;

export type PostgresPool = ReturnType<typeof createPostgresPool>;

/** Time until an ended connection is destroyed: an unresponsive server never confirms the end. */
const FAREWELL_MILLISECONDS = 500;

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const REFUSALS: Readonly<Record<string, string>> = {
  '28000': 'the database rejected the role or the password in its address',
  '28P01': 'the database rejected the role or the password in its address',
  '3D000': 'the database named in its address does not exist',
  '42501': 'the role in its address lacks the privileges it needs',
};

/** A refusal for the driver's errors that the owner must fix, without the driver's text; null for any other error. */
export function refusalOf(error: unknown): StoreRefused | null {
  const reason = REFUSALS[String((error as { code?: unknown } | null)?.code)];
  return reason === undefined ? null : new StoreRefused(`Cannot open the feedback store: ${reason}.`);
}

/**
 * A connection pool for one database.
 * @param patience milliseconds to wait for a connection
 * @throws StoreRefused when the address cannot be read
 */
export function createPostgresPool(address: string, patience: number, most: number) {
  checkAddress(address);
  const pool = new pg.Pool({
    connectionString: address,
    max: most,
    connectionTimeoutMillis: patience,
    application_name: 'catchword',
    Client: Connection,
  });
  let silences = 0;
  const silencesBefore = new WeakMap<pg.PoolClient, number>();
  // A broken idle connection is replaced at the next use. Without a listener its error would end the process.
  const ignore = (): void => undefined;
  pool.on('error', ignore);
  pool.on('connect', (client) => {
    client.on('error', ignore);
    silencesBefore.set(client, silences);
  });

  return {
    /**
     * Takes a connection; its `release` returns it.
     * @throws StoreRefused for an error that the owner must fix
     * @throws StoreUnavailable
     */
    async take(): Promise<PostgresClient> {
      for (;;) {
        const client = await connect(pool);
        if (silencesBefore.get(client) === silences) return client;
        client.release(true);
      }
    },
    /** Call it when a connection did not answer: no connection made before is used again. */
    distrust(): void {
      silences++;
    },
    /** Resolves when every connection has been returned. */
    end: (): Promise<void> => pool.end(),
  };
}

async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    throw refusalOf(error) ?? new StoreUnavailable('unreachable');
  }
}

/** The address may hold a password, so it is not shown. */
function checkAddress(address: string): void {
  try {
    new pg.Client({ connectionString: address });
  } catch (error) {
    const { path } = error as { path?: string };
    throw new StoreRefused(
      path === undefined
        ? 'Cannot open the feedback store: its address is not valid. Use the form postgres://user:password@host:port/database.'
        : `Cannot open the feedback store: the file "${path}" named in its address cannot be read.`,
    );
  }
}

class Connection extends pg.Client {
  override end(): Promise<void>;
  override end(done: (error: Error) => void): void;
  override end(done?: (error: Error) => void): Promise<void> | void {
    const cut = setTimeout(() => this.connection.stream.destroy(), FAREWELL_MILLISECONDS);
    // The socket itself keeps the process alive until then.
    cut.unref();
    this.once('end', () => clearTimeout(cut));
    return done === undefined ? super.end() : super.end(done);
  }
}
