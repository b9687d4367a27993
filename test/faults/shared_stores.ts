import { join } from 'node:path';
import type { FeedbackStore } from '../../src/feedback/feedback_store.ts';
import { openStore } from '../../src/feedback/open_store.ts';
import { missingPostgres, startPostgres } from '../fixtures/postgres.ts';
import { bakeSite, temporaryFolder } from './baked_site.ts';
import { messagesOf, type ServeProcess, startServe } from './serve_process.ts';

/** Several nodes on one store. */
export interface SharedStore {
  readonly name: string;
  readonly nodes: readonly ServeProcess[];
  /** Opens the store directly; the caller closes it. */
  open(): Promise<FeedbackStore>;
  /** Ends the nodes. @returns their faults, one line each */
  end(): Promise<string[]>;
}

/** Starts nodes of the shipped site, first on a new SQLite store, then on PostgreSQL where it can run. */
export async function* startSharedStores(count: number): AsyncGenerator<SharedStore> {
  const folder = temporaryFolder();
  const artefact = bakeSite(folder, 'abc123');
  yield share('SQLite', `sqlite:${join(folder, 'feedback.db')}`, artefact, count);
  const missing = await missingPostgres();
  if (missing !== null) {
    process.stdout.write(`skipped on PostgreSQL: ${missing}\n`);
    return;
  }
  const server = await startPostgres();
  yield share('PostgreSQL', await server.createDatabase(), artefact, count);
  await server.stop();
}

async function share(name: string, address: string, artefact: string, count: number): Promise<SharedStore> {
  const start = () => startServe([artefact, '--feedback', address, '--rollup-every', '0']);
  // Start all at once, as a deployment does.
  const nodes = await Promise.all(Array.from({ length: count }, start));
  return {
    name,
    nodes,
    open: () => openStore(address),
    async end() {
      const ends = await Promise.all(nodes.map((node) => node.end()));
      return nodes.flatMap((node, at) => {
        const said = messagesOf(node.errors()).filter((message) => !message.startsWith('Created a feedback store: '));
        const isFine = ends[at]!.code === 143 && said.length === 0;
        return isFine ? [] : [`a node ended with ${ends[at]!.code}, said ${said.join(' ')}`];
      });
    },
  };
}
