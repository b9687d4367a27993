import { openConnection, type ReadAnswer } from './http_client.ts';

export interface SubmittersOptions {
  readonly port: number;
  readonly clients: number;
  /** Prefix of every key, and of every message, which begins with its key. */
  readonly name: string;
  /** Submissions per client; default unlimited. */
  readonly each?: number;
  /** Milliseconds from a response to the next submission; default none. */
  readonly pause?: number;
  /** Text after the key in a message; default none. */
  readonly filling?: string;
}

/** Clients that submit feedback until they are stopped. Each repeats a key until it is confirmed. */
export interface Submitters {
  /** Ids by key. */
  readonly acknowledged: ReadonlyMap<string, string>;
  /** Responses other than 201, and null for requests that were lost with their connection, in order. */
  readonly refused: readonly { readonly at: number; readonly answer: ReadAnswer | null }[];
  /** Time of the last confirmation, by `performance.now()`. */
  readonly lastConfirmed: number;
  /** Resolves when all submissions of every client are confirmed. */
  readonly done: Promise<void>;
  stop(): Promise<void>;
}

export function startSubmitters(options: SubmittersOptions): Submitters {
  const { port, clients, name, each = Number.POSITIVE_INFINITY, pause = 0, filling = '' } = options;
  const acknowledged = new Map<string, string>();
  const refused: { at: number; answer: ReadAnswer | null }[] = [];
  let lastConfirmed = Number.NEGATIVE_INFINITY;
  let stopped = false;

  async function client(own: number): Promise<void> {
    let connection: Awaited<ReturnType<typeof openConnection>> | null = null;
    for (let number = 0; number < each && !stopped; ) {
      const key = `${name}.${own}.${number}`;
      let answer: ReadAnswer | null = null;
      try {
        connection ??= await openConnection(port);
        answer = await connection.ask(submissionOf(key, key + filling));
      } catch {
        connection = null;
      }
      if (answer?.status === 201) {
        acknowledged.set(key, (JSON.parse(answer.body) as { readonly id: string }).id);
        lastConfirmed = performance.now();
        number++;
      } else if (!stopped) refused.push({ at: performance.now(), answer });
      if (answer === null || answer.last) {
        connection?.socket.destroy();
        connection = null;
      }
      // A refused client retries a little later.
      const wait = answer?.status === 201 ? pause : Math.max(pause, 20);
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    }
    connection?.socket.destroy();
  }

  const all = Promise.all(Array.from({ length: clients }, (_, own) => client(own))).then(() => undefined);
  return {
    acknowledged,
    refused,
    get lastConfirmed() {
      return lastConfirmed;
    },
    done: all,
    async stop() {
      stopped = true;
      await all;
    },
  };
}

/** The bytes of a submission request. */
export function submissionOf(key: string, message: string): string {
  const body = JSON.stringify({ kind: 'broken', severity: 'low', message });
  return post('/api/feedback', body, `Idempotency-Key: ${key}\r\n`);
}

/** @param fields further field lines, each with its line end */
export function post(path: string, body: string, fields = ''): string {
  const length = Buffer.byteLength(body);
  return `POST ${path} HTTP/1.1\r\nHost: a.example\r\nContent-Type: application/json\r\n${fields}Content-Length: ${length}\r\n\r\n${body}`;
}
