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

async function open(server: Server, on: (Address & ListenOptions) | Server): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    const opened = () => {
      server.off('error', reject);
      resolve();
    };
    if ('listen' in on) server.listen(on, backlog, opened);
    else server.listen({ ...on, backlog }, opened);
  });
  return (server.address() as AddressInfo).port;
}

export function httpOrigin(host: string, port: number | string): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
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
  EACCES: 'ports below 1024 need special permission; choose another with --port',
  EADDRNOTAVAIL: 'this machine has no such address; choose another with --host',
  ENOTFOUND: 'this host name does not exist; choose another with --host',
};

/** A port that is open already, so that no other program can take it, and that closes each connection until a server serves on it. */
export type HeldPort = ReturnType<typeof hold>;

/** Ports that are tried after the wanted one. */
const mostPorts = 100;

/**
 * Opens a port before there is anything to serve, so that a start that must fail changes no file. It does so without
 * SO_REUSEPORT, by which the threads of a server would silently share the port with another program.
 * @param orNext whether to take the next free port when the wanted one is taken
 * @throws CommandError (exit 1) when it cannot be opened
 */
export async function holdPort({ host, port: wanted }: Address, orNext = false): Promise<HeldPort> {
  const last = orNext && wanted > 0 ? Math.min(wanted + mostPorts, 65_535) : wanted;
  for (let port = wanted; ; port++) {
    const holder = createServer((socket) => socket.destroy());
    try {
      return hold(holder, await open(holder, { host, port }));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== 'EADDRINUSE' || port >= last) throw listenRefusal(host, wanted, error as NodeJS.ErrnoException);
    }
  }
}

function hold(holder: Server, port: number) {
  let isHeld = true;
  return {
    port,
    /** Passes the open socket to a server. */
    async giveTo(server: Server): Promise<void> {
      isHeld = false;
      await open(server, holder);
    },
    /** Closes the port, for a server that opens it by itself. Does nothing once it was given. */
    async release(): Promise<void> {
      if (!isHeld) return;
      isHeld = false;
      await new Promise((resolve) => holder.close(resolve));
    },
  };
}
