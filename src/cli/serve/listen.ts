import { type AddressInfo, createServer, type ListenOptions, type Server } from 'node:net';
import { type CommandError, failed } from '../command_error.ts';

/** Length of the accept queue; the system may limit it further. Node's default of 511 drops connections in a burst. */
const backlog = 4096;

/**
 * Opens the port. @returns its number; for port 0 the system chooses one
 * @throws CommandError (exit 1) when it cannot be opened
 */
export function listen(server: Server, options: ListenOptions & { host: string; port: number }): Promise<number> {
  const { host, port } = options;
  return new Promise((resolve, reject) => {
    const refuse = (error: NodeJS.ErrnoException) => reject(listenRefusal(host, port, error));
    server.once('error', refuse);
    server.listen({ ...options, backlog }, () => {
      server.off('error', refuse);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

/** Why an address cannot be listened on, and what to do. */
export function listenRefusal(host: string, port: number, { code }: NodeJS.ErrnoException): CommandError {
  return failed(
    `Cannot listen on ${host}:${port}: ${(code !== undefined && reasons[code]) || (code ?? 'it cannot be opened')}.`,
  );
}

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'the port is taken; choose another with --port',
  EACCES: 'ports below 1024 need a permission; choose another with --port',
  EADDRNOTAVAIL: 'this machine has no such address; choose another with --host',
  ENOTFOUND: 'there is no host of this name; choose another with --host',
};

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
