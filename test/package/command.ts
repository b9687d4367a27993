import { spawnSync } from 'node:child_process';

/** The result of a command that has ended. */
export interface Done {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs a command in a folder. */
export function run(folder: string, command: readonly string[], environment: NodeJS.ProcessEnv = process.env): Done {
  const [program, ...args] = command;
  const { status, stdout, stderr, error } = spawnSync(program!, args, {
    cwd: folder,
    env: environment,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  return { code: status, out: stdout ?? '', err: error === undefined ? stderr : String(error) };
}

/** Runs a command that must succeed. @returns its standard output */
export function must(folder: string, command: readonly string[], environment?: NodeJS.ProcessEnv): string {
  const { code, out, err } = run(folder, command, environment);
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}: ${err || out}`);
  return out;
}
