import { type AddressInfo, createServer, type ListenOptions, type Server } from 'node:net';
import { type CommandError, failed } from '../command_error.ts';

/** Length of the accept queue; the system may limit it further. Node's default of 511 drops connections in a burst. */
const backlog = 4096;

/**
 * Opens the port. @returns its number; for port 0 the system chooses one
 * @param option the option that names the port, for the error
 * @throws CommandError (exit 1) when it cannot be opened
 */
export async function listen(server: Server, options: Address & ListenOptions, option = '--port'): Promise<number> {
  try {
    return await open(server, options);
  } catch (error) {
    throw listenRefusal(options.host, options.port, error as NodeJS.ErrnoException, option);
  }
}

interface Address {
  readonly host: string;
  readonly port: number;
}

/** @throws the error of the system */
function open(server: Server, options: Address & ListenOptions): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ ...options, backlog }, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

/** Why an address cannot be listened on, and what to do. */
export function listenRefusal(
  host: string,
  port: number,
  { code }: NodeJS.ErrnoException,
  option = '--port',
): CommandError {
  const reason = (code !== undefined && reasons[code]) || (code ?? 'it cannot be opened');
  const named = option === '--port' ? reason : reason.replace(/--(?:port|host)/, option);
  return failed(`Cannot listen on ${host}:${port}: ${named}.`);
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
  const server = createServer();
  const found = await listen(server, { host, port });
  await closed(server);
  return found;
}

/** Ports that are tried after the wanted one. */
const mostPorts = 100;

/**
 * The wanted port, or the next one that is free. Another program may still take it before the caller listens.
 * @throws CommandError (exit 1) when none of them can be opened
 */
export async function findNextFreePort(host: string, wanted: number): Promise<number> {
  const last = Math.min(wanted + mostPorts, 65_535);
  for (let port = wanted; ; port++) {
    const server = createServer();
    try {
      const found = await open(server, { host, port });
      await closed(server);
      return found;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== 'EADDRINUSE' || port >= last) throw listenRefusal(host, wanted, error as NodeJS.ErrnoException);
    }
  }
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}
