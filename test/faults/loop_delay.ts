/**
 * Loaded before a server (`node --import`): on SIGUSR2 it prints on standard error how late the timers of the event loop
 * were since the last time, and resets its figures.
 */
import { writeSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  process.on('SIGUSR2', () => {
    const milliseconds = (nanoseconds: number) => Math.round(nanoseconds / 1e4) / 100;
    const said = { p50: milliseconds(delay.percentile(50)), p999: milliseconds(delay.percentile(99.9)) };
    writeSync(2, `loop delay ${JSON.stringify(said)}\n`);
    delay.reset();
  });
}
