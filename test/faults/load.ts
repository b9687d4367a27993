import { get, LostRequest, openConnection, type ReadAnswer } from './http_client.ts';

/** Clients that send requests until they are stopped or can open no connection. */
export interface Load {
  readonly answered: number;
  /** Reasons of requests on an open connection that did not get a complete response. */
  readonly lost: readonly string[];
  /** New connections that were reset as the port closed, as the kernel does with those that the server has not accepted. */
  readonly unaccepted: number;
  stop(): Promise<void>;
}

export interface LoadOptions {
  readonly port: number;
  /** Clients that keep their connections. */
  readonly kept: number;
  /** Clients that open a connection for each request. */
  readonly fresh: number;
  /** Each client asks them in turn; a function gives the next path of all clients. */
  readonly paths: readonly string[] | (() => string);
  /** Between two requests of a client, in milliseconds. */
  readonly pause: number;
  /** Whether the port closes meanwhile. Only then is a connection that the kernel resets no lost request. */
  readonly portCloses?: boolean;
  /** @param milliseconds from the request to the end of its response */
  readonly onAnswer?: (answer: ReadAnswer, path: string, milliseconds: number) => void;
}

/** What a client sees whose new connection the kernel resets. */
const NEVER_ACCEPTED = 'ECONNRESET, after 0 bytes';

export function startLoad({ port, kept, fresh, paths, pause, portCloses = false, onAnswer }: LoadOptions): Load {
  let stopped = false;
  let answered = 0;
  let unaccepted = 0;
  const lost: string[] = [];

  async function client(keeps: boolean, number: number): Promise<void> {
    let connection: Awaited<ReturnType<typeof openConnection>> | null = null;
    for (let round = number; !stopped; round++) {
      const isNew = connection === null;
      const path = typeof paths === 'function' ? paths() : paths[round % paths.length]!;
      try {
        connection ??= await openConnection(port);
      } catch {
        return; // The connection was refused before a request was sent: nothing is lost.
      }
      try {
        const asked = performance.now();
        const answer: ReadAnswer = await connection.ask(get(path));
        answered++;
        onAnswer?.(answer, path, performance.now() - asked);
        if (!keeps || answer.last) {
          connection.socket.destroy();
          connection = null;
        }
      } catch (error) {
        if (!(error instanceof LostRequest)) throw error;
        connection = null;
        if (portCloses && isNew && error.message === NEVER_ACCEPTED && (await isClosed(port))) unaccepted++;
        else lost.push(`${keeps ? 'kept' : 'fresh'} connection: ${error.message}`);
      }
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
    connection?.socket.destroy();
  }

  const clients = [
    ...Array.from({ length: kept }, (_, number) => client(true, number)),
    ...Array.from({ length: fresh }, (_, number) => client(false, number)),
  ];
  return {
    get answered() {
      return answered;
    },
    lost,
    get unaccepted() {
      return unaccepted;
    },
    async stop() {
      stopped = true;
      await Promise.all(clients);
    },
  };
}

/** Whether nobody listens at a port. */
async function isClosed(port: number): Promise<boolean> {
  try {
    (await openConnection(port)).socket.destroy();
    return false;
  } catch {
    return true;
  }
}
