import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** The program of this repository. */
export const catchword = fileURLToPath(new URL('../../bin/catchword', import.meta.url));

const running = new Set<ChildProcess>();
// End every server with the test that started it.
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** The message of each line of a JSON log. */
export function messagesOf(log: string): string[] {
  const lines = log.split('\n').filter((line) => line !== '');
  return lines.map((line) => (JSON.parse(line) as { readonly msg: string }).msg);
}

/** A `catchword serve` in its own process. */
export interface ServeProcess {
  readonly child: ChildProcess;
  readonly port: number;
  /** Everything on its standard error so far. */
  errors(): string;
  /** Ends it by a signal. @returns its exit code and how long it took, in milliseconds */
  end(signal?: NodeJS.Signals): Promise<{ readonly code: number | null; readonly milliseconds: number }>;
}

/**
 * @param launcher a command that starts the program given after it, such as a shell that first lowers a limit
 * @param started the program; default the one of this repository
 */
export async function startServe(
  args: readonly string[],
  launcher: readonly string[] = [],
  started = catchword,
): Promise<ServeProcess> {
  const [command, ...rest] = [...launcher, process.execPath, started, 'serve', ...args, '--port', '0'];
  const child = spawn(command!, rest, {
    stdio: ['ignore', 'pipe', 'pipe'],
    // Reads are tested here: create no store in the current folder.
    env: { ...process.env, CATCHWORD_FEEDBACK: 'none' },
  });
  let errors = '';
  child.stderr.on('data', (text) => {
    errors += text;
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  const [line] = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`serve ended with ${code}: ${errors}`);
    }),
  ]);
  return {
    child,
    port: Number(new URL((JSON.parse(line as string) as { readonly url: string }).url).port),
    errors: () => errors,
    async end(signal = 'SIGTERM') {
      const started = performance.now();
      if (child.exitCode === null && child.signalCode === null) {
        const exit = once(child, 'exit');
        child.kill(signal);
        await exit;
      }
      return { code: child.exitCode, milliseconds: performance.now() - started };
    },
  };
}

/** Resident memory of a server, or 0 if it has ended. */
export function residentMebibytes({ child }: ServeProcess): number {
  if (child.exitCode !== null || child.signalCode !== null) return 0;
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1];
  return Math.round(Number(kilobytes) / 1024);
}

/** Changes of source files, as `broken_build.ts` makes them. */
export type Break = readonly (readonly [file: string, from: string, to: string])[];

/** Environment of a program that is to run broken. */
export function breaking(broken: Break): Record<string, string> {
  if (broken.length === 0) return {};
  const preload = new URL('broken_build.ts', import.meta.url).href;
  return { NODE_OPTIONS: `--import=${preload}`, CATCHWORD_BREAK: JSON.stringify(broken) };
}
