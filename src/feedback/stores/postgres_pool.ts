import pg from 'pg';
import { StoreUnavailable } from '../store_error.ts';

/** Connections to one database, kept for the next use. */
export interface PostgresPool {
  /** A connection that is given back by its `release`. @throws StoreUnavailable */
  take(): Promise<pg.PoolClient>;
  /** Told that a connection did not answer: those made before it did not are not used again. */
  distrust(): void;
  /** Resolves when every connection has been given back. */
  end(): Promise<void>;
}

export interface PostgresPoolOptions {
  /** Milliseconds to wait for a connection. */
  readonly patience: number;
  readonly most: number;
}

/** An ended connection is cut after this long: a server that has fallen silent never says that it has heard. */
const FAREWELL_MILLISECONDS = 500;

export function createPostgresPool(address: string, { patience, most }: PostgresPoolOptions): PostgresPool {
  const pool = new pg.Pool({
    connectionString: address,
    max: most,
    connectionTimeoutMillis: patience,
    application_name: 'catchword',
    Client: Connection,
  });
  let silences = 0;
  const silencesBefore = new WeakMap<pg.PoolClient, number>();
  // An idle connection that breaks is replaced at the next use; without a listener it would end the process.
  const ignore = (): void => undefined;
  pool.on('error', ignore);
  pool.on('connect', (client) => {
    client.on('error', ignore);
    silencesBefore.set(client, silences);
  });

  return {
    async take() {
      for (;;) {
        const client = await pool.connect().catch(() => {
          throw new StoreUnavailable('unreachable');
        });
        if (silencesBefore.get(client) === silences) return client;
        client.release(true);
      }
    },
    distrust() {
      silences++;
    },
    end: () => pool.end(),
  };
}

class Connection extends pg.Client {
  override end(): Promise<void>;
  override end(done: (error: Error) => void): void;
  override end(done?: (error: Error) => void): Promise<void> | void {
    const cut = setTimeout(() => this.connection.stream.destroy(), FAREWELL_MILLISECONDS);
    // The socket keeps the process alive until then.
    cut.unref();
    this.once('end', () => clearTimeout(cut));
    return done === undefined ? super.end() : super.end(done);
  }
}
