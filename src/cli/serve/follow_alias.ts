import { randomUUID } from 'node:crypto';
import type { ClusterClient } from '../../cluster/client/cluster_client.ts';
import { explainClusterFailure } from '../../cluster/client/cluster_error.ts';
import { createLease, LEASE_RENEWAL } from '../../cluster/client/leases.ts';
import { ClusterUnavailable } from '../../cluster/cluster_unavailable.ts';
import { readBuild, resolveAlias, siteOf } from '../../cluster/open_build.ts';
import { ArtefactError } from '../../corpus/artefact/artefact_format.ts';
import type { Observe } from '../../observation/observation.ts';
import { findConfig } from '../bake_content.ts';
import { failed } from '../command_error.ts';
import { checkCommit } from '../commit_stamp.ts';
import { readConfig } from '../read_config.ts';
import type { SearchSettings } from '../search_settings.ts';
import type { Terminal } from '../terminal.ts';
import { closeCluster, clusterOf, type SearchedBuild } from './cluster_build.ts';
import type { LiveServer } from './live_server.ts';
import type { Reloads } from './reloads.ts';
import type { ServeFlags } from './serve_settings.ts';

/** Milliseconds between two looks at the alias. */
const LOOK_EVERY = 2_000;
/** Milliseconds for which a build is held after a swap: longer than any answer takes. */
const HELD_AFTER = 15_000;

/** Opens the builds that an alias of a cluster names. */
export interface AliasSource {
  /** @throws an error whose message says why there is no build */
  open(): Promise<SearchedBuild>;
  /** Follows the alias: a build that cannot be opened is reported and changes nothing. */
  follow(server: LiveServer, first: SearchedBuild, observe: Observe): Reloads;
  /** Gives up the builds and the connection, which this thread's answers share. */
  release(): Promise<void>;
}

export function createAliasSource(
  search: SearchSettings,
  source: string,
  flags: ServeFlags,
  environment: Terminal['environment'],
): AliasSource {
  const client = clusterOf(search);
  const holds = createHolds(client, search.alias);

  async function open(index: string): Promise<SearchedBuild> {
    await holds.add(index);
    const cluster = await readBuild(client, index);
    const { settings, stamps } = siteOf(cluster);
    const config = readConfig(findConfig(source, flags, environment), environment);
    return {
      search: { nodes: search.nodes, user: search.user, password: search.password, authorities: search.authorities },
      cluster,
      digest: cluster.meta.digest,
      stamps: {
        commit: flags.commit === undefined ? stamps.commit : checkCommit(flags.commit),
        content: flags.local === true ? null : stamps.content,
      },
      publicOrigin: config.publicOrigin ?? settings.publicOrigin,
    };
  }

  /** Like `open`. A build that cannot be opened is not held. */
  async function openOrLetGo(index: string): Promise<SearchedBuild> {
    try {
      return await open(index);
    } catch (error) {
      await holds.remove(index);
      throw error;
    }
  }

  async function current(): Promise<string> {
    const index = await resolveAlias(client, search.alias);
    if (index === null)
      throw failed(`Cannot serve: the cluster has no build named "${search.alias}". "catchword publish" loads one.`);
    return index;
  }

  return {
    async open() {
      try {
        return await open(await current());
      } catch (error) {
        if (error instanceof ClusterUnavailable) throw failed(`Cannot serve: ${explain(error)}.`);
        if (error instanceof ArtefactError) throw failed(`Cannot serve from the cluster: ${error.reason}.`);
        throw error;
      }
    },
    follow(server, first, observe) {
      let served = first;
      let refused = '';
      let looking: Promise<void> | null = null;
      async function look(): Promise<void> {
        try {
          const index = await current();
          if (index === served.cluster.index) return;
          const next = await openOrLetGo(index);
          await server.swap(next);
          const before = served.cluster.index;
          served = next;
          refused = '';
          // Unless the alias went back to it meanwhile.
          setTimeout(() => served.cluster.index !== before && void holds.remove(before), HELD_AFTER).unref();
          observe({ kind: 'build-swapped', source: search.alias, ...next.stamps });
        } catch (error) {
          // A cluster that is down for a while is reported once.
          const reason = (error as Error).message.replace(/\.$/, '');
          if (reason !== refused) observe({ kind: 'build-refused', reason: `Cannot follow the cluster: ${reason}` });
          refused = reason;
        }
      }
      const request = (): void => {
        looking ??= look().finally(() => {
          looking = null;
        });
      };
      const timer = setInterval(request, LOOK_EVERY);
      return {
        request,
        async close() {
          clearInterval(timer);
          await looking;
        },
      };
    },
    release: holds.release,
  };
}

/** Says which builds this server uses, so that nobody removes them. A cluster that does not take it only keeps no promise. */
function createHolds(client: ClusterClient, alias: string) {
  const lease = createLease(client, alias, `serve-${randomUUID()}`);
  const held = new Set<string>();
  const renew = async (): Promise<void> => void (await lease.hold([...held], Date.now()));
  const timer = setInterval(renew, LEASE_RENEWAL).unref();
  return {
    add(index: string): Promise<void> {
      held.add(index);
      return renew();
    },
    remove(index: string): Promise<void> {
      held.delete(index);
      return renew();
    },
    async release(): Promise<void> {
      clearInterval(timer);
      await lease.release();
      await closeCluster();
    },
  };
}

/** The reason as the end of a sentence. */
function explain({ reason, status, type, message }: ClusterUnavailable): string {
  return reason === 'incomplete' ? message : explainClusterFailure({ kind: 'cluster-failure', reason, status, type });
}
