import { randomUUID } from 'node:crypto';
import type { ClusterClient } from '../../../cluster/client/cluster_client.ts';
import { createLease, LEASE_RENEWAL } from '../../../cluster/client/leases.ts';

/** The builds that this server uses, by index. A publisher removes no build that someone holds. */
export interface BuildHolds {
  /** Resolves when the cluster was told, or did not answer: serving does not depend on it. */
  add(index: string): Promise<void>;
  remove(index: string): Promise<void>;
  /** Ends all holds. */
  release(): Promise<void>;
}

/** Renews the holds while the process runs. */
export function createHolds(client: ClusterClient, alias: string): BuildHolds {
  const lease = createLease(client, alias, `serve-${randomUUID()}`);
  const held = new Set<string>();
  const renew = async (): Promise<void> => void (await lease.hold([...held], Date.now()));
  const timer = setInterval(renew, LEASE_RENEWAL).unref();
  return {
    add(index) {
      held.add(index);
      return renew();
    },
    remove(index) {
      held.delete(index);
      return renew();
    },
    async release() {
      clearInterval(timer);
      await lease.release();
    },
  };
}
