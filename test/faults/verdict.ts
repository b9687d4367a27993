import { readFileSync } from 'node:fs';

// With --help a program prints the comment that it begins with, which names its options.
if (process.argv.includes('--help')) {
  const [, comment] = /^\/\*\*\n([\s\S]*?)\n \*\/$/m.exec(readFileSync(process.argv[1]!, 'utf8')) ?? [];
  process.stdout.write(`${comment?.replaceAll(/^ \* ?/gm, '') ?? 'No options.'}\n`);
  process.exit(0);
}

/** Number after a command-line option, such as `--cycles 50`. */
export function option(name: string, fallback: number): number {
  const at = process.argv.indexOf(`--${name}`);
  return at === -1 ? fallback : Number(process.argv[at + 1]);
}

/** Text after a command-line option, such as `--program FILE`. */
export function textOption(name: string, fallback: string): string {
  const at = process.argv.indexOf(`--${name}`);
  return at === -1 ? fallback : process.argv[at + 1]!;
}

/** Prints the verdict in one line and each fault in one more, and sets the exit code. */
export function conclude(summary: string, faults: readonly string[]): void {
  process.stdout.write(`${faults.length === 0 ? 'held' : 'BROKEN'}: ${summary}\n`);
  for (const fault of faults.slice(0, 20)) process.stdout.write(`  ${fault}\n`);
  if (faults.length > 20) process.stdout.write(`  and ${faults.length - 20} more\n`);
  const code = faults.length === 0 ? 0 : 1;
  process.exitCode = code;
  // A library that cleans up on exit, such as the embedded PostgreSQL of the tests, may set its own exit code.
  process.on('exit', () => {
    process.exitCode = code;
  });
}

/** Ends the program as skipped if a requirement is missing. @param reason what is missing, or null */
export function skipWhere(reason: string | null): void {
  if (reason === null) return;
  process.stdout.write(`skipped: ${reason}\n`);
  process.exit(0);
}
