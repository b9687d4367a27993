import { cpus, release, totalmem, type } from 'node:os';

/** One line that describes the machine. */
export function describeMachine(pinned: boolean): string {
  const cores = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  const model = cores[0]?.model.trim() ?? 'unknown processor';
  const place = pinned ? 'each engine kept on one core' : 'engines not kept on one core (no taskset here)';
  return `${model}, ${cores.length} cores, ${memory} GiB; ${type()} ${release()}; Node ${process.versions.node}; ${place}`;
}
