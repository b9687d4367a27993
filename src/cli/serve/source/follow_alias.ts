import { randomUUID } from 'node:crypto';
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
import type { Environment } from '../../terminal.ts';
import type { LiveServer } from '../live_server.ts';
import { closeCluster, clusterOf, type SearchedBuild } from './cluster_build.ts';
import { createReloads, type Reloads } from './reloads.ts';

/** Milliseconds between two checks of the alias. */
const LOOK_EVERY = 2_000;
/** Milliseconds for which a build is held after a swap: longer than any answer takes. */
const HELD_AFTER = 15_000;

/**
 * Opens and follows the builds that an alias of a cluster names.
 * @param source folder or file whose configuration is read
 */
export function createAliasSource(search: SearchSettings, source: string, flags: ServeFlags, environment: Environment) {
  const client = clusterOf(search);
  const holds = createHolds(search);

  async function open(index: string): Promise<SearchedBuild> {
    await holds.add(index);
    const cluster = await readBuild(client, index);
    const { settings, stamps } = siteOf(cluster);
    const { nodes, user, password, authorities } = search;
    return {
      search: { nodes, user, password, authorities },
      cluster,
      digest: cluster.meta.digest,
      stamps: overrideStamps(stamps, flags, environment),
      settings: overrideSettings(settings, configOf(source, flags, environment)),
    };
  }

  /** Index of the build that the alias names. */
  async function current(): Promise<string> {
    const index = await resolveAlias(client, search.alias);
    if (index !== null) return index;
    throw failed(`Cannot serve: the cluster has no build named "${search.alias}". Load one with "catchword publish".`);
  }

  return {
    /** @throws an error whose message says why there is no build */
    async open(): Promise<SearchedBuild> {
      try {
        return await open(await current());
      } catch (error) {
        if (error instanceof ClusterUnavailable) throw failed(`Cannot serve: ${explain(error)}.`);
        if (error instanceof ArtefactError) throw failed(`Cannot serve from the cluster: ${error.reason}.`);
        throw error;
      }
    },
    /** Checks the alias regularly and swaps the server to each build that it names. */
    follow(server: LiveServer, first: SearchedBuild, observe: Observe): Reloads {
      let answering = first.cluster.index;
      const reloads: Reloads = createReloads<SearchedBuild>(
        {
          name: search.alias,
          isPolled: true,
          blame: 'Cannot follow the cluster: ',
          async next(served) {
            const index = await current();
            if (index === served.cluster.index) return null;
            return await open(index).catch(async (error: unknown) => {
              await holds.remove(index);
              throw error;
            });
          },
          onSwapped({ cluster: { index } }, after) {
            answering = after.cluster.index;
            // The alias may have returned to it meanwhile.
            setTimeout(() => answering !== index && void holds.remove(index), HELD_AFTER).unref();
          },
          async stop(): Promise<void> {
            clearInterval(timer);
          },
        },
        server,
        first,
        observe,
      );
      const timer: NodeJS.Timeout = setInterval(reloads.request, LOOK_EVERY);
      return reloads;
    },
    /** Releases the builds and the connection, which answers of this thread share. */
    async release(): Promise<void> {
      await holds.release();
      await closeCluster();
    },
  };
}

/** The reason as the end of a sentence. */
function explain({ reason, status, type, message }: ClusterUnavailable): string {
  return reason === 'incomplete' ? message : explainClusterFailure({ kind: 'cluster-failure', reason, status, type });
}

/**
 * The builds that this server uses, by index: a publisher removes no build that someone holds. A change resolves when the cluster was told,
 * or did not answer: serving does not depend on it. The holds are renewed while the process runs.
 */
function createHolds(search: SearchSettings) {
  const lease = createLease(clusterOf(search), search.alias, `serve-${randomUUID()}`);
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
    },
  };
}
