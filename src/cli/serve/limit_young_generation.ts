import { setFlagsFromString } from 'node:v8';

/**
 * Keeps V8's young generation at its present size, in this thread and in those started later. Under a flood of requests it would grow
 * to several times that size, and the memory is not given back.
 */
export function limitYoungGeneration(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
}
