import { failed } from './command_error.ts';
import { httpOrigin } from './serve/listen.ts';
import type { Environment, Terminal } from './terminal.ts';

/** Milliseconds for the whole answer. */
const timeout = 2_000;

/**
 * `catchword health`: asks a running server whether it is ready, for health checks of containers that have no shell.
 *
 * @param url origin of the server, or null for the one that the environment describes
 * @throws CommandError (exit 1) with the reason when it is not
 */
export async function checkHealth(url: string | null, { environment }: Terminal): Promise<number> {
  const origin = (url ?? localOrigin(environment)).replace(/\/+$/, '');
  const password = environment.CATCHWORD_GATE_PASSWORD;
  const headers = password ? { authorization: `Basic ${Buffer.from(`:${password}`).toString('base64')}` } : {};
  let status: number;
  try {
    const answer = await fetch(`${origin}/health/ready`, { headers, signal: AbortSignal.timeout(timeout) });
    status = answer.status;
    await answer.body?.cancel();
  } catch {
    throw failed(
      `Cannot reach a server at ${origin}: it is not running, or does not answer within ${timeout / 1000} s.`,
    );
  }
  if (status !== 200) throw failed(`Cannot use the server at ${origin}: it is not ready and returns ${status}.`);
  return 0;
}

function localOrigin({ CATCHWORD_HOST, CATCHWORD_PORT, PORT }: Environment): string {
  const host = CATCHWORD_HOST || '127.0.0.1';
  const local = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return httpOrigin(local, CATCHWORD_PORT || PORT || '4777');
}
