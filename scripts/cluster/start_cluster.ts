import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fetchServer, type ServerFiles } from './fetch_server.ts';

/** User and group that nodes run as when this process is root, as the server refuses root: "nobody". */
const NOBODY = 65_534;
/** How long three nodes may take to become green. Two busy cores take a minute and a half. */
const START_MILLISECONDS = 300_000;

/** A node of a cluster: one process. */
export interface ClusterNode {
  readonly name: string;
  /** Such as `http://127.0.0.1:41234`. It stays the same when the node is started again. */
  readonly address: string;
  /** Sends a signal, such as `SIGKILL`, `SIGSTOP` or `SIGCONT`. */
  signal(signal: NodeJS.Signals): void;
  /** Ends the process as a crash does, and waits until it has ended. Its data are kept. */
  kill(): Promise<void>;
  /** Starts the node again after `kill`. `waitUntilGreen` says when it has joined. */
  start(): void;
  /** Everything it has logged. */
  log(): string;
}

export interface Cluster {
  readonly nodes: readonly ClusterNode[];
  readonly addresses: readonly string[];
  /** Waits until all nodes have joined and every copy of every shard can be read. @throws Error when a node ends, or at the deadline */
  waitUntilGreen(): Promise<void>;
  /** Ends all nodes and removes their data. */
  stop(): Promise<void>;
}

export interface ClusterOptions {
  /** Default: 3. */
  readonly nodes?: number;
  /** Java heap of each node, in MB. Default: 256, the least that holds the sites of the tests. */
  readonly heap?: number;
  /** Receives lines about what takes time. */
  readonly say?: (line: string) => void;
  /** Receives the cluster before its nodes start, to stop it when the start is interrupted. */
  readonly onStarting?: (cluster: Cluster) => void;
}

/** Every Java process of every cluster. */
const running = new Set<ChildProcess>();
/** The folder of every cluster. */
const folders = new Set<string>();
// No node outlives this process, and no data.
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
});

/** Starts a cluster on ports of the loopback address that the system chooses, and waits until it is green. */
export async function startCluster(options: ClusterOptions = {}): Promise<Cluster> {
  const { nodes: count = 3, heap = 256, say = () => {} } = options;
  const files = await fetchServer(say);
  const folder = mkdtempSync(join(tmpdir(), 'catchword-cluster-'));
  folders.add(folder);
  const owner = process.getuid?.() === 0 ? NOBODY : null;
  if (owner !== null) chownSync(folder, owner, owner);
  const ports = await freePorts(count * 2);
  const names = Array.from({ length: count }, (_, each) => `node-${each + 1}`);
  const nodes = names.map((name, each) => {
    const [http, transport] = [ports[each]!, ports[count + each]!];
    const settings = nodeSettings({ folder, name, names, http, transport, transports: ports.slice(count) });
    return createNode({ files, folder: join(folder, name), name, port: http, heap, settings, owner });
  });
  const cluster: Cluster = {
    nodes,
    addresses: nodes.map(({ address }) => address),
    waitUntilGreen: () => waitUntilGreen(nodes),
    async stop() {
      await Promise.all(nodes.map((node) => node.kill()));
      rmSync(folder, { recursive: true, force: true });
      folders.delete(folder);
    },
  };
  options.onStarting?.(cluster);
  say(`Starting ${count} nodes.`);
  for (const node of nodes) node.start();
  try {
    await cluster.waitUntilGreen();
  } catch (error) {
    await cluster.stop();
    throw error;
  }
  return cluster;
}

interface NodeFacts {
  readonly folder: string;
  readonly name: string;
  readonly names: readonly string[];
  readonly http: number;
  readonly transport: number;
  readonly transports: readonly number[];
}

/** @returns `opensearch.yml`. JSON is YAML. */
function nodeSettings({ folder, name, names, http, transport, transports }: NodeFacts): string {
  return JSON.stringify({
    'cluster.name': basename(folder),
    'node.name': name,
    'network.host': '127.0.0.1',
    'http.port': http,
    'transport.port': transport,
    'discovery.seed_hosts': transports.map((port) => `127.0.0.1:${port}`),
    'cluster.initial_cluster_manager_nodes': names,
    'path.data': join(folder, name, 'data'),
    'path.logs': join(folder, name, 'logs'),
    'cluster.routing.allocation.disk.threshold_enabled': false,
    // Notice a node that hangs within seconds, not half a minute.
    'cluster.fault_detection.follower_check.interval': '1s',
    'cluster.fault_detection.follower_check.timeout': '3s',
    'cluster.fault_detection.follower_check.retry_count': 2,
    'cluster.fault_detection.leader_check.interval': '1s',
    'cluster.fault_detection.leader_check.timeout': '3s',
    'cluster.fault_detection.leader_check.retry_count': 2,
    // Give the copies of a node that is gone to the others at once.
    'cluster.info.update.interval': '10s',
  });
}

const LOGGING = `status = error
appender.console.type = Console
appender.console.name = console
appender.console.layout.type = PatternLayout
appender.console.layout.pattern = [%d{ISO8601}][%-5p][%-25c{1.}] [%node_name]%marker %m%n
rootLogger.level = info
rootLogger.appenderRef.console.ref = console
`;

/** Options of the Java runtime for a node that lives for minutes: little memory, fast start. */
function javaOptions(heap: number, temporary: string): string[] {
  return [
    `-Xms${heap}m`,
    `-Xmx${heap}m`,
    `-XX:MaxDirectMemorySize=${Math.floor(heap / 2)}m`,
    // Collects early, as a server's own options do: garbage counts when a circuit breaker compares the heap with its limit.
    '-XX:+UseG1GC',
    '-XX:G1ReservePercent=25',
    '-XX:InitiatingHeapOccupancyPercent=30',
    // The first compiler only. It makes code that is slower, sooner.
    '-XX:TieredStopAtLevel=1',
    '-Xss1m',
    '-XX:-UsePerfData',
    '-XX:+ExitOnOutOfMemoryError',
    '-Djava.awt.headless=true',
    '-Dfile.encoding=UTF-8',
    '-Djna.nosys=true',
    '-Dio.netty.noUnsafe=true',
    '-Dio.netty.noKeySetOptimization=true',
    '-Dio.netty.recycler.maxCapacityPerThread=0',
    '-Dio.netty.allocator.numDirectArenas=0',
    '-Dlog4j.shutdownHookEnabled=false',
    '-Dlog4j2.disable.jmx=true',
    '-Dorg.apache.lucene.store.MMapDirectory.sharedArenaMaxPermits=1',
    `-Djava.io.tmpdir=${temporary}`,
  ];
}

interface NodeOptions {
  readonly files: ServerFiles;
  readonly folder: string;
  readonly name: string;
  readonly port: number;
  readonly heap: number;
  readonly settings: string;
  readonly owner: number | null;
}

function createNode({ files, folder, name, port, heap, settings, owner }: NodeOptions): ClusterNode & StartedNode {
  const [config, temporary, log] = [join(folder, 'config'), join(folder, 'tmp'), join(folder, 'log')];
  for (const each of [folder, config, temporary]) {
    mkdirSync(each, { recursive: true });
    if (owner !== null) chownSync(each, owner, owner);
  }
  writeFileSync(join(config, 'opensearch.yml'), settings);
  writeFileSync(join(config, 'log4j2.properties'), LOGGING);
  const args = [
    ...javaOptions(heap, temporary),
    // Stands in for the security manager that Java no longer has; the server does not start without it.
    `-javaagent:${join(files.home, 'agent', 'opensearch-agent.jar')}`,
    `-Dopensearch.path.home=${files.home}`,
    `-Dopensearch.path.conf=${config}`,
    '-Dopensearch.distribution.type=zip',
    '-Dopensearch.bundled_jdk=false',
    '-cp',
    join(files.home, 'lib', '*'),
    'org.opensearch.bootstrap.OpenSearch',
  ];
  let child: ChildProcess | null = null;

  return {
    name,
    address: `http://127.0.0.1:${port}`,
    signal: (signal) => void child?.kill(signal),
    hasEnded: () => child === null || child.exitCode !== null || child.signalCode !== null,
    start() {
      const output = openSync(log, 'a');
      const started = spawn(join(files.java, 'bin', 'java'), args, {
        cwd: folder,
        stdio: ['ignore', output, output],
        env: { PATH: process.env.PATH ?? '', OPENSEARCH_PATH_CONF: config },
        ...(owner === null ? {} : { uid: owner, gid: owner }),
      });
      closeSync(output);
      running.add(started);
      started.once('exit', () => running.delete(started));
      child = started;
    },
    async kill() {
      if (child === null || child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
    log: () => readFileSync(log, 'utf8'),
  };
}

interface StartedNode {
  hasEnded(): boolean;
}

async function waitUntilGreen(nodes: readonly (ClusterNode & StartedNode)[]): Promise<void> {
  const deadline = performance.now() + START_MILLISECONDS;
  while (performance.now() < deadline) {
    const ended = nodes.find((node) => node.hasEnded());
    if (ended !== undefined) throw new Error(`Cannot start a cluster: ${ended.name} ended.\n${lastLines(ended.log())}`);
    for (const { address } of nodes) {
      try {
        const answer = await fetch(
          `${address}/_cluster/health?wait_for_status=green&wait_for_nodes=${nodes.length}&timeout=1s`,
          {
            signal: AbortSignal.timeout(5_000),
          },
        );
        const { status, timed_out } = (await answer.json()) as { readonly status: string; readonly timed_out: boolean };
        if (status === 'green' && !timed_out) return;
      } catch {
        // Not listening yet, or busy.
      }
    }
    await sleep(250);
  }
  throw new Error(
    `Cannot start a cluster: it was not green after ${START_MILLISECONDS / 1000} s.\n${lastLines(nodes[0]!.log())}`,
  );
}

/** Without the lines of stacks. */
function lastLines(log: string): string {
  const lines = log.split('\n').filter((line) => line !== '' && !line.startsWith('\t'));
  return lines.slice(-20).join('\n');
}

/** Ports that nothing listens on. All are held at once, so that none is given twice. */
async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer();
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      return server;
    }),
  );
  const ports = servers.map((server: Server) => (server.address() as { readonly port: number }).port);
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return ports;
}
