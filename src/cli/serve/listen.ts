import { type AddressInfo, createServer, type ListenOptions, type Server } from 'node:net';
import { failed } from '../command_error.ts';

/** Length of the accept queue; the system may limit it further. Node's default of 511 drops connections in a burst. */
const backlog = 4096;

/**
 * Opens the port. @returns its number; for port 0 the system chooses one
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
 * Finds a free port, or checks that the given one is free. Threads listen with SO_REUSEPORT, which would silently share
 * the port with another program that uses SO_REUSEPORT too. Listening once without it makes that case an error.
 */
export async function findFreePort(host: string, port: number): Promise<number> {
  const probe = createServer();
  const found = await listen(probe, { host, port });
  await new Promise<void>((resolve) => probe.close(() => resolve()));
  return found;
}
