import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** Serves what a build of a site wrote, with the program that is installed there. @returns a function that ends it */
export async function startService(site: string, artefact: string, address: string, environment: NodeJS.ProcessEnv) {
  const program = join(site, 'node_modules', '.bin', 'catchword');
  const args = ['serve', join(site, artefact), '--port', new URL(address).port, '--feedback', 'memory:'];
  const child = spawn(program, args, { env: environment, stdio: ['ignore', 'pipe', 'ignore'], detached: true });
  const close = (): void => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid);
  };
  await Promise.race([
    once(createInterface({ input: child.stdout! }), 'line'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`the service ended with ${code}`);
    }),
  ]);
  return close;
}
