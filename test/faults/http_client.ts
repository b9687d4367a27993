import { connect, type Socket } from 'node:net';

export interface ReadAnswer {
  readonly status: number;
  /** Status line and header fields, as received. */
  readonly head: string;
  readonly body: string;
  /** Whether the server said that it closes the connection. */
  readonly last: boolean;
}

/** An open connection was closed before the whole response to a request had arrived. */
export class LostRequest extends Error {
  override name = 'LostRequest';
}

/** One connection that sends one request at a time. Rejects with the system's error if it cannot be opened. */
export function openConnection(port: number): Promise<{
  readonly socket: Socket;
  ask(request: string | Uint8Array): Promise<ReadAnswer>;
}> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let waiting: { resolve(answer: ReadAnswer): void; reject(error: Error): void } | null = null;
    let received = '';
    let ended: string | null = null;
    const end = (reason: string) => {
      ended ??= reason;
      waiting?.reject(new LostRequest(`${ended}, after ${received.length} bytes`));
      waiting = null;
    };
    socket.setEncoding('latin1');
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.off('error', reject).on('error', (error: NodeJS.ErrnoException) => end(error.code ?? error.message));
      resolve({
        socket,
        ask(request) {
          received = '';
          return new Promise((done, failed) => {
            if (ended !== null) return failed(new LostRequest(ended));
            waiting = { resolve: done, reject: failed };
            socket.write(request);
          });
        },
      });
    });
    socket.on('data', (chunk: string) => {
      received += chunk;
      const answer = waiting === null ? null : readAnswer(received);
      if (answer === null) return;
      waiting!.resolve(answer);
      waiting = null;
    });
    socket.on('close', () => end('closed'));
  });
}

/** The response at the start of the text, or null while it is incomplete. */
export function readAnswer(text: string): ReadAnswer | null {
  const end = text.indexOf('\r\n\r\n');
  if (end === -1) return null;
  const head = text.slice(0, end);
  const length = Number(/^content-length: (\d+)$/im.exec(head)?.[1] ?? 0);
  if (text.length < end + 4 + length) return null;
  return {
    status: Number(head.split(' ', 2)[1]),
    head,
    body: text.slice(end + 4, end + 4 + length),
    last: /^connection: close$/im.test(head),
  };
}

export function get(path: string, fields = ''): string {
  return `GET ${path} HTTP/1.1\r\nHost: a.example\r\n${fields}\r\n`;
}
