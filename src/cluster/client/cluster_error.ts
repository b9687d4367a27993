import { type ClusterClient, type ClusterFailure, type ClusterRequest, isClusterFailure } from './cluster_client.ts';

/** A failed step of a command. The message never names an index or a node. */
export class ClusterError extends Error {
  readonly failure: ClusterFailure | null;

  /** @param step the step that failed: "Cannot count the pages" */
  constructor(step: string, failure: ClusterFailure | string) {
    super(`${step}: ${typeof failure === 'string' ? failure : explainClusterFailure(failure)}.`);
    this.name = 'ClusterError';
    this.failure = typeof failure === 'string' ? null : failure;
  }
}

/** Milliseconds that the cluster has for a change of its state. */
const ADMIN_DEADLINE = 60_000;

/**
 * @param request its deadline is `ADMIN_DEADLINE`, unless it has one
 * @returns the body of the answer
 * @throws ClusterError when the cluster does not answer with success
 */
export async function demand(client: ClusterClient, step: string, request: ClusterRequest): Promise<unknown> {
  const answer = await client.request({ deadline: ADMIN_DEADLINE, ...request });
  if (isClusterFailure(answer)) throw new ClusterError(step, answer);
  return answer.body;
}

/** Like `demand`. @returns null when there is no such index or alias */
export async function demandIfThere(client: ClusterClient, step: string, path: string): Promise<unknown> {
  const answer = await client.request({ method: 'GET', path, deadline: ADMIN_DEADLINE });
  if (!isClusterFailure(answer)) return answer.body;
  if (answer.reason === 'missing') return null;
  throw new ClusterError(step, answer);
}

/** The reason as the end of a sentence. */
export function explainClusterFailure({ reason, status, type }: ClusterFailure): string {
  const named = type === null ? '' : `, ${type}`;
  switch (reason) {
    case 'aborted':
      return 'it was interrupted';
    case 'deadline':
      return 'the cluster did not answer in time';
    case 'unreachable':
      return 'no node of the cluster can be reached';
    case 'untrusted':
      return "the cluster's certificate is not signed by a trusted authority; pass the CA certificate with --search-ca";
    case 'forbidden':
      return status === 401
        ? 'the cluster does not know the user, or the password is wrong (401)'
        : 'the user does not have permission to do this on the cluster (403)';
    case 'missing':
      return `the index does not exist in the cluster (404${named})`;
    case 'overloaded':
      return `the cluster is overloaded (429${named})`;
    case 'refused':
      return `the cluster refused the request (${status}${named})`;
    case 'failing':
      return `the cluster reported an error (${status}${named})`;
  }
}
