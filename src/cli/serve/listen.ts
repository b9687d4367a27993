import { type AddressInfo, createServer, type ListenOptions, type Server } from 'node:net';
import { failed } from '../command_error.ts';

/** Connections that the system may make before they are taken, where it allows so many: Node's 511 drop some of a crowd's. */
const backlog = 4096;

/**
 * Opens the port. @returns its number, which the system chose when 0 was asked for
 * @throws CommandError (exit 1) when it cannot be opened
 */
export function listen(server: Server, options: ListenOptions & { host: string; port: number }): Promise<number> {
  const { host, port } = options;
  return new Promise((resolve, reject) => {
    const refuse = (error: NodeJS.ErrnoException) => {
      const taken = error.code === 'EADDRINUSE';
      const reason = taken ? 'the port is taken; choose another with --port' : (error.code ?? 'it cannot be opened');
      reject(failed(`Cannot listen on ${host}:${port}: ${reason}.`));
    };
    server.once('error', refuse);
    server.listen({ ...options, backlog }, () => {
      server.off('error', refuse);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

/**
 * A port that nobody listens on. Threads that share a port would share it with a stranger who allows it, too, so that is
 * asked here, where it is refused.
 */
export async function findFreePort(host: string, port: number): Promise<number> {
  const probe = createServer();
  const found = await listen(probe, { host, port });
  await new Promise<void>((resolve) => probe.close(() => resolve()));
  return found;
}
