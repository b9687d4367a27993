import { EngineUnavailable } from '../../engine/engine_unavailable.ts';
import type { ClusterFailure } from '../client/cluster_client.ts';

/** Why the cluster gave no answer. The message names neither index, node nor question. */
export class ClusterUnavailable extends EngineUnavailable {
  override name = 'ClusterUnavailable';
  /** `incomplete`: it answered for some of its shards only. */
  readonly reason: ClusterFailure['reason'] | 'incomplete';
  readonly status: number | null;
  readonly type: string | null;

  /** @param failure the cluster's own error */
  constructor(
    reason: ClusterUnavailable['reason'],
    { status, type }: Pick<ClusterFailure, 'status' | 'type'> = { status: null, type: null },
  ) {
    super(`the search cluster did not answer: ${reason}${type === null ? '' : ` (${type})`}`);
    this.reason = reason;
    this.status = status;
    this.type = type;
  }
}
