import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { EngineName } from '../engine.ts';
import type { EngineCalls } from './engine_process.ts';

type Input<Call extends keyof EngineCalls> = Parameters<EngineCalls[Call]>[0];
type Result<Call extends keyof EngineCalls> = Awaited<ReturnType<EngineCalls[Call]>>;
type Reply = { readonly result: unknown } | { readonly error: string };

const PROGRAM = fileURLToPath(new URL('./engine_process.ts', import.meta.url));
/** lunr and MiniSearch need many gigabytes to index large sites. */
const NODE_OPTIONS = ['--expose-gc', '--max-old-space-size=12288', '--disable-warning=ExperimentalWarning'];

let pinning: boolean | null = null;

/** @returns whether processes can be pinned to one core here */
export function canPin(): boolean {
  pinning ??= spawnSync('taskset', ['-c', '0', process.execPath, '--version']).status === 0;
  return pinning;
}

/** An engine in its own process. Call it once at a time. */
export class EngineClient {
  readonly #child: ChildProcess;

  /** @param core the core to pin the process to, where supported; null: any */
  constructor(name: EngineName, core: number | null) {
    const node = [process.execPath, ...NODE_OPTIONS, PROGRAM, name];
    const [command, ...rest] = core !== null && canPin() ? ['taskset', '-c', String(core), ...node] : node;
    this.#child = spawn(command!, rest, { stdio: ['ignore', 2, 2, 'ipc'], serialization: 'advanced' });
  }

  /** @throws Error if the engine fails or its process ends */
  call<Call extends keyof EngineCalls>(call: Call, input: Input<Call>): Promise<Result<Call>> {
    const child = this.#child;
    return new Promise((resolve, reject) => {
      const settle = (): void => {
        child.off('message', answered).off('exit', ended);
      };
      const answered = (reply: Reply): void => {
        settle();
        if ('error' in reply) reject(new Error(reply.error));
        else resolve(reply.result as Result<Call>);
      };
      const ended = (code: number | null, signal: string | null): void => {
        settle();
        reject(new Error(`its process ended with ${signal ?? code}`));
      };
      child.once('message', answered).once('exit', ended);
      child.send({ call, input });
    });
  }

  stop(): void {
    this.#child.kill();
  }
}
