import type { Terminal } from './terminal.ts';

/** A progress line on a terminal; nothing elsewhere and in CI. */
export interface Progress {
  show(done: number, total: number): void;
  clear(): void;
}

/** @param what is done to pages */
export function createProgress(terminal: Terminal, what = 'Reading pages'): Progress {
  if (!terminal.errIsTerminal || terminal.environment.CI) return { show() {}, clear() {} };
  let shown = '';
  return {
    show(done, total) {
      // Print whole percents only: writing to a terminal is slower than reading pages.
      const line = `${what}: ${total === 0 ? 100 : Math.floor((done * 100) / total)} % of ${total}`;
      if (line === shown) return;
      shown = line;
      terminal.err(`\r${line}`);
    },
    clear() {
      if (shown !== '') terminal.err(`\r${' '.repeat(shown.length)}\r`);
    },
  };
}
