import { randomUUID } from 'node:crypto';
import type { ClusterClient } from '../../../cluster/client/cluster_client.ts';
import { explainClusterFailure } from '../../../cluster/client/cluster_error.ts';
import { createLease, LEASE_RENEWAL } from '../../../cluster/client/leases.ts';
import { ClusterUnavailable } from '../../../cluster/fetch/cluster_unavailable.ts';
import { readBuild, resolveAlias, siteOf } from '../../../cluster/open_build.ts';
import { ArtefactError } from '../../../corpus/artefact/artefact_format.ts';
import type { Observe } from '../../../observation/observation.ts';
import { failed } from '../../command_error.ts';
import { overrideStamps } from '../../open_source.ts';
import type { ServeFlags } from '../../options.ts';
import { configOf } from '../../settings/read_config.ts';
import type { SearchSettings } from '../../settings/search_settings.ts';
import { overrideSettings } from '../../settings/stored_settings.ts';
import type { Terminal } from '../../terminal.ts';
import type { LiveServer } from '../live_server.ts';
import { closeCluster, clusterOf, type SearchedBuild } from './cluster_build.ts';
import type { Reloads } from './reloads.ts';

/** Milliseconds between two checks of the alias. */
const LOOK_EVERY = 2_000;
/** Milliseconds for which a build is held after a swap: longer than any answer takes. */
const HELD_AFTER = 15_000;

/** Opens the builds that an alias of a cluster names. */
interface AliasSource {
  /** @throws an error whose message says why there is no build */
  open(): Promise<SearchedBuild>;
  /** Follows the alias: a build that cannot be opened is reported and changes nothing. */
  follow(server: LiveServer, first: SearchedBuild, observe: Observe): Reloads;
  /** Releases the builds and the connection, which answers of this thread share. */
  release(): Promise<void>;
}

/** @param source folder or file whose configuration is read */
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
    const config = configOf(source, flags, environment);
    return {
      search: { nodes: search.nodes, user: search.user, password: search.password, authorities: search.authorities },
      cluster,
      digest: cluster.meta.digest,
      stamps: overrideStamps(stamps, flags, environment),
      settings: overrideSettings(settings, config),
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
      throw failed(
        `Cannot serve: the cluster has no build named "${search.alias}". Load one with "catchword publish".`,
      );
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
    follow: (server, first, observe) =>
      followAlias({ alias: search.alias, current, open: openOrLetGo, letGo: holds.remove, server, observe }, first),
    async release() {
      await holds.release();
      await closeCluster();
    },
  };
}

interface FollowOptions {
  readonly alias: string;
  /** The index that the alias names now. */
  current(): Promise<string>;
  /** Opens and holds the build of an index. */
  open(index: string): Promise<SearchedBuild>;
  letGo(index: string): Promise<void>;
  readonly server: LiveServer;
  readonly observe: Observe;
}

/** Checks the alias regularly and swaps the server to each build that it names. */
function followAlias(options: FollowOptions, first: SearchedBuild): Reloads {
  const { alias, server, observe } = options;
  let served = first;
  /** Why the last look failed; empty after one that did not. */
  let refused = '';
  let looking: Promise<void> | null = null;

  async function swapTo(index: string): Promise<void> {
    const next = await options.open(index);
    await server.swap(next);
    const before = served.cluster.index;
    served = next;
    refused = '';
    // The alias may have returned to it meanwhile.
    setTimeout(() => served.cluster.index !== before && void options.letGo(before), HELD_AFTER).unref();
    observe({ kind: 'build-swapped', source: alias, ...next.stamps });
  }

  async function look(): Promise<void> {
    try {
      const index = await options.current();
      if (index !== served.cluster.index) await swapTo(index);
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
}

/** The reason as the end of a sentence. */
function explain({ reason, status, type, message }: ClusterUnavailable): string {
  return reason === 'incomplete' ? message : explainClusterFailure({ kind: 'cluster-failure', reason, status, type });
}

/** The builds that this server uses, by index. A publisher removes no build that someone holds. */
interface BuildHolds {
  /** Resolves when the cluster was told, or did not answer: serving does not depend on it. */
  add(index: string): Promise<void>;
  remove(index: string): Promise<void>;
  /** Ends all holds. */
  release(): Promise<void>;
}

/** Renews the holds while the process runs. */
function createHolds(client: ClusterClient, alias: string): BuildHolds {
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
