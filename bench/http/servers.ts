import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { EngineName } from '../engine.ts';
import { peerVersion } from '../engines/peer_module.ts';
import { EngineClient } from '../process/engine_client.ts';
import { writeNginxFiles } from './servers/write_nginx_files.ts';
import type { Treatment } from './workload.ts';

/** Engines that search behind bare node:http. */
export const SEARCHING = ['tantivy', 'flexsearch', 'minisearch', 'fts5'] as const satisfies readonly EngineName[];
export const SERVER_NAMES = [
  'catchword',
  'catchword-bun',
  'catchword-2',
  'node',
  'fastify',
  'hono',
  'nginx',
  ...SEARCHING,
] as const;
export type ServerName = (typeof SERVER_NAMES)[number];

/** Settings to start a server with. */
export interface ServerInputs {
  readonly artefact: string;
  readonly collections: readonly string[];
  readonly treatment: Treatment;
  /** File with the answers that peers replay. */
  readonly recording: string;
  readonly port: number;
  /** An empty folder for this server. */
  readonly folder: string;
  /** The site's pages for the engines that search, a TokenPage in JSON per line. */
  readonly pages: string;
}

export interface Server {
  readonly title: string;
  /** @returns null if it is not installed */
  version(): string | null;
  /** Whether it supports a workload. */
  takes(treatment: Treatment, workload: string): boolean;
  /** Whether it answers with the same bytes as Catchword; else it searches by itself. */
  readonly replays: boolean;
  /** Number of threads that answer. */
  readonly threads: number;
  command(inputs: ServerInputs): Promise<readonly string[]> | readonly string[];
}

const ENGINE_TITLES: Readonly<Record<(typeof SEARCHING)[number], string>> = {
  tantivy: 'node:http + tantivy',
  flexsearch: 'node:http + FlexSearch',
  minisearch: 'node:http + MiniSearch',
  fts5: 'node:http + SQLite FTS5',
};

const NO_WARNINGS = '--disable-warning=ExperimentalWarning';
const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));
const BUN = path('../../node_modules/.bin/bun');

export const SERVERS: Readonly<Record<ServerName, Server>> = {
  catchword: catchword('Catchword', 1),
  'catchword-bun': {
    title: 'Catchword on Bun',
    version: () => programVersion(BUN, ['--version']),
    takes: () => true,
    replays: true,
    threads: 1,
    command: ({ artefact, port }) => [BUN, path('../../test/runtimes/serve_bun.ts'), artefact, String(port)],
  },
  'catchword-2': catchword('Catchword, 2 workers', 2),
  node: { ...peer('node:http', 'bare_node.ts'), version: () => process.versions.node },
  fastify: { ...peer('Fastify', 'fastify.ts'), version: () => peerVersion('fastify') },
  hono: { ...peer('Hono', 'hono.ts'), version: () => peerVersion('hono') },
  nginx: {
    title: 'nginx',
    version: () => programVersion('nginx', ['-v']),
    takes: (treatment, workload) =>
      (treatment === 'read' || treatment === 'conditional') && workload.startsWith('GET a page'),
    replays: true,
    threads: 1,
    command: async ({ folder, recording, port }) => [
      'nginx',
      '-p',
      folder,
      '-c',
      await writeNginxFiles(folder, recording, port),
    ],
  },
  tantivy: searching('tantivy'),
  flexsearch: searching('flexsearch'),
  minisearch: searching('minisearch'),
  fts5: searching('fts5'),
};

function catchword(title: string, workers: number): Server {
  return {
    title,
    version: () => (JSON.parse(readFileSync(path('../../package.json'), 'utf8')) as { version: string }).version,
    takes: () => true,
    replays: true,
    threads: workers,
    command: ({ artefact, port }) => [
      process.execPath,
      path('../../bin/catchword'),
      'serve',
      artefact,
      '--port',
      String(port),
      // Peers have no feedback store either.
      '--feedback',
      'none',
      ...(workers === 1 ? [] : ['--workers', String(workers)]),
    ],
  };
}

/** A program of servers/ that replays recorded answers. */
function peer(title: string, program: string): Omit<Server, 'version'> {
  return {
    title,
    takes: () => true,
    replays: true,
    threads: 1,
    command: ({ treatment, port, recording, collections }) => [
      process.execPath,
      path(join('servers', program)),
      treatment,
      String(port),
      recording,
      collections.join(','),
    ],
  };
}

/** Bare node:http that searches with one of the engines. It answers new searches alone: nothing else needs an engine. */
function searching(name: (typeof SEARCHING)[number]): Server {
  return {
    title: ENGINE_TITLES[name],
    version: () => engineVersion(name),
    takes: (treatment) => treatment === 'parameters' || treatment === 'query',
    replays: false,
    threads: 1,
    async command({ treatment, port, folder, pages, artefact }) {
      const client = new EngineClient(name, null);
      try {
        await client.call('build', { content: '', pages, folder });
      } finally {
        client.stop();
      }
      const program = path(join('servers', 'searching_node.ts'));
      return [process.execPath, NO_WARNINGS, program, name, treatment, String(port), folder, pages, artefact];
    },
  };
}

function engineVersion(name: (typeof SEARCHING)[number]): string | null {
  const program = `import(process.argv[1]).then(({ engine }) => process.stdout.write(engine.version()))`;
  const file = path(`../engines/${name}.ts`);
  const { status, stdout } = spawnSync(process.execPath, [NO_WARNINGS, '-e', program, file], { encoding: 'utf8' });
  return status === 0 ? stdout : null;
}

function programVersion(program: string, options: readonly string[]): string | null {
  const { error, stdout, stderr } = spawnSync(program, options, { encoding: 'utf8' });
  return error === undefined ? (/\d+(\.\d+)+/.exec(`${stdout}${stderr}`)?.[0] ?? null) : null;
}
