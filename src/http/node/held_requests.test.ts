import { execFileSync } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createHeldRequests } from './held_requests.ts';

describe('createHeldRequests', () => {
  it('counts a connection that arrived while the process was busy, and waits for another quiet moment', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    let accepted = Number.NaN;
    server.once('connection', () => {
      accepted = performance.now();
    });
    const quiet = createHeldRequests().untilQuiet(server);
    // The timer of the first quiet moment is overdue when this process runs again, before it accepts the connection.
    execFileSync('bash', ['-c', `exec 3<>/dev/tcp/127.0.0.1/${port}; sleep 0.1`]);
    await quiet;
    // Timers may fire up to one millisecond early.
    expect(performance.now() - accepted).toBeGreaterThanOrEqual(19);
    await new Promise((resolve) => server.close(resolve));
  });

  it('releases what it holds in order of arrival', async () => {
    const server = createServer();
    const held = createHeldRequests();
    const quiet = held.untilQuiet(server);
    const ran: number[] = [];
    for (const request of [1, 2, 3]) held.hold(() => ran.push(request));
    await quiet;
    expect([held.isHolding, ran]).toEqual([true, []]);
    held.release();
    expect([held.isHolding, ran]).toEqual([false, [1, 2, 3]]);
  });
});
