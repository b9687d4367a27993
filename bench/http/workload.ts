/** What is asked of every server, and the shapes that pass between drawing, serving and measuring. */

/** How a server has to treat the requests of a workload. */
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
  /** Different ones, asked in turn. */
  readonly requests: readonly WorkloadRequest[];
}

/** An answer that Catchword gave and the peers repeat. */
export interface RecordedAnswer {
  readonly key: string;
  readonly status: number;
  /** Names and values in turn. */
  readonly headers: readonly string[];
  readonly body: string;
}

/** By what a peer finds the answer to a request. */
export function answerKey({ method, target, body }: WorkloadRequest): string {
  return method === 'GET' ? target : body;
}

export function fieldOf({ headers }: Pick<RecordedAnswer, 'headers'>, name: string): string | null {
  const at = headers.findIndex((field, place) => place % 2 === 0 && field === name);
  return at === -1 ? null : headers[at + 1]!;
}
