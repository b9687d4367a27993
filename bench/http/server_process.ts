import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { canPin } from '../process/engine_client.ts';

/** CPU time in microseconds. */
export interface CpuTime {
  readonly all: number;
  /** CPU time of the thread that was busiest so far. */
  readonly busiest: number;
}

const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** A server in its own process, which ends with this one. */
export class ServerProcess {
  readonly port: number;
  readonly #child: ChildProcess;

  /** @param cores the cores to pin it to, in the syntax of taskset; null: any */
  constructor(command: readonly string[], port: number, cores: string | null, environment: NodeJS.ProcessEnv = {}) {
    const [program, ...rest] = cores !== null && canPin() ? ['taskset', '-c', cores, ...command] : command;
    this.port = port;
    this.#child = spawn(program!, rest, { stdio: ['ignore', 'ignore', 2], env: { ...process.env, ...environment } });
    running.add(this.#child);
  }

  /** Waits until it answers. @throws Error if its process ends before that */
  async ready(): Promise<void> {
    let started = true;
    this.#child.once('error', () => {
      started = false;
    });
    for (;;) {
      if (!started || this.#child.exitCode !== null) throw new Error('its process ended');
      if (await answers(this.port)) return;
      await sleep(50);
    }
  }

  /** By the counters of Linux for each thread; a thread that has ended is not counted. */
  cpuTime(): CpuTime {
    const folder = `/proc/${this.#child.pid}/task`;
    const threads = readdirSync(folder).map(
      (thread) => Number(readFileSync(`${folder}/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1000,
    );
    return { all: threads.reduce((sum, time) => sum + time, 0), busiest: Math.max(...threads) };
  }

  residentBytes(): number {
    const status = readFileSync(`/proc/${this.#child.pid}/status`, 'utf8');
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)![1]) * 1024;
  }

  /** @param signal SIGTERM lets it end by itself */
  async stop(signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL'): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    this.#child.kill(signal);
    await once(this.#child, 'exit');
    running.delete(this.#child);
  }
}

/** Whether it answers anything, also where it reads a body. A port may be open before there is a server. */
async function answers(port: number): Promise<boolean> {
  try {
    await (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: 'null' })).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}
