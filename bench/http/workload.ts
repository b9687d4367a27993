/** The requests to every server, and the data exchanged between drawing, serving and measuring. */

/** How a server handles the requests of a workload. */
export type Treatment = 'read' | 'conditional' | 'parameters' | 'query';

export interface WorkloadRequest {
  readonly method: 'GET' | 'POST';
  readonly target: string;
  /** The body of a QUERY; empty for a GET. */
  readonly body: string;
}

export interface Workload {
  readonly name: string;
  readonly treatment: Treatment;
  /** Different requests, sent in turn. */
  readonly requests: readonly WorkloadRequest[];
}

/** A recorded answer of Catchword that the peers replay. */
export interface RecordedAnswer {
  readonly key: string;
  readonly status: number;
  /** Names and values in turn. */
  readonly headers: readonly string[];
  readonly body: string;
}

/** The key by which a peer looks up the answer to a request. */
export function answerKey({ method, target, body }: WorkloadRequest): string {
  return method === 'GET' ? target : body;
}

export function fieldOf({ headers }: Pick<RecordedAnswer, 'headers'>, name: string): string | null {
  const at = headers.findIndex((field, place) => place % 2 === 0 && field === name);
  return at === -1 ? null : headers[at + 1]!;
}
