import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { findJava, findOnPath, OLDEST_JAVA } from './find_java.ts';

const VERSION = '3.6.0';
const ARTIFACT = `org.opensearch.distribution.integ-test-zip:opensearch:${VERSION}:zip`;
const MAVEN_GOAL = 'org.apache.maven.plugins:maven-dependency-plugin:3.9.0:unpack';
/** What is kept of the distribution: the other modules cost memory and time at each start. */
const KEPT = [
  'agent',
  'lib',
  'modules/analysis-common',
  'modules/lang-painless',
  'modules/mapper-extras',
  'modules/transport-netty4',
];

/** The files of an OpenSearch server and the Java that runs it. */
export interface ServerFiles {
  /** Home folder of the Java. */
  readonly java: string;
  /** Home folder of the server. */
  readonly home: string;
}

/** Why no server can be started here, or null. Names everything that is missing. */
export function missingForCluster(
  environment: NodeJS.ProcessEnv = process.env,
  javaFolders?: readonly string[],
): string | null {
  const missing = [];
  if (findJava(environment, javaFolders) === null)
    missing.push(`Java ${OLDEST_JAVA} or newer (set JAVA_HOME or OPENSEARCH_JAVA_HOME, or put java on the PATH)`);
  if (!existsSync(serverHome(environment)) && findOnPath('mvn', environment) === null)
    missing.push('Maven, which fetches the server (put mvn on the PATH)');
  return missing.length === 0 ? null : `an OpenSearch cluster needs ${missing.join(' and ')}`;
}

/**
 * Fetches the server by Maven into a cache folder, or finds it there.
 * @param say receives one line before a download
 * @throws Error when something is missing, or Maven fails
 */
export async function fetchServer(
  say: (line: string) => void,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<ServerFiles> {
  const missing = missingForCluster(environment);
  const java = findJava(environment);
  if (missing !== null || java === null) throw new Error(`Cannot start a cluster: ${missing}.`);
  const home = serverHome(environment);
  if (!existsSync(home)) {
    say(`Fetching OpenSearch ${VERSION} by Maven into ${home} (160 MB once).`);
    await unpack(home, java, environment);
  }
  return { java, home };
}

/** Nodes never run as root, so that root's own cache folder is not readable to them. */
function serverHome(environment: NodeJS.ProcessEnv): string {
  const cache =
    environment.CATCHWORD_CLUSTER_CACHE ??
    (process.getuid?.() === 0 ? '/var/cache' : (environment.XDG_CACHE_HOME ?? join(homedir(), '.cache')));
  return join(cache, 'catchword', `opensearch-${VERSION}`);
}

async function unpack(home: string, java: string, environment: NodeJS.ProcessEnv): Promise<void> {
  const parent = join(home, '..');
  mkdirSync(parent, { recursive: true });
  // Unpacked beside and then renamed, so that an interrupted download leaves no half of a server.
  const folder = mkdtempSync(join(parent, 'fetching-'));
  try {
    chmodSync(folder, 0o755);
    await runMaven(folder, { ...environment, JAVA_HOME: java });
    const unpacked = join(folder, `opensearch-${VERSION}`);
    // The server creates these where they are missing, which a node must not do.
    for (const name of ['bin', 'plugins', 'extensions']) mkdirSync(join(unpacked, name));
    if (!existsSync(home)) renameSync(unpacked, home);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function runMaven(folder: string, env: NodeJS.ProcessEnv): Promise<void> {
  const includes = KEPT.map((path) => `**/${path}/**`).join(',');
  const args = ['--batch-mode', '--quiet', '--strict-checksums', MAVEN_GOAL, `-Dartifact=${ARTIFACT}`];
  const child = spawn('mvn', [...args, `-DoutputDirectory=${folder}`, `-Dmdep.unpack.includes=${includes}`], {
    // Maven leaves its marks in the current folder.
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (text) => (output += text));
  child.stderr.on('data', (text) => (output += text));
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`Cannot fetch OpenSearch ${VERSION}: Maven ended with ${code}.\n${output.trimEnd()}`);
}
