import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import type { PublishedBuild, PublishReport } from '../cluster/publish/publish.ts';
import { loadWholeArtefact } from '../corpus/load_artefact.ts';
import { completeSettings, findConfig } from './build/bake_content.ts';
import { checkFolder, isFolder } from './build/check_folder.ts';
import { findCommit } from './build/commit_stamp.ts';
import { failed, misused } from './command_error.ts';
import { createProgress } from './progress.ts';
import { readConfig } from './settings/read_config.ts';
import { type SearchFlags, type SearchSettings, searchSettings } from './settings/search_settings.ts';
import type { Terminal } from './terminal.ts';

export interface PublishFlags extends SearchFlags {
  readonly keep?: string;
  readonly shards?: string;
  readonly replicas?: string;
  readonly repair?: boolean;
  readonly json?: boolean;
  readonly from?: string;
  readonly config?: string;
  readonly commit?: string;
}

const DEFAULT_KEEP = 2;

/** `catchword publish`: loads a build into an OpenSearch cluster and makes front ends answer from it. */
export async function publishArtefact(
  artefact: string | undefined,
  flags: PublishFlags,
  terminal: Terminal,
): Promise<number> {
  const settings = searchSettings(flags, terminal.environment);
  if (settings === null) throw misused('Cannot publish: name the cluster with --search or CATCHWORD_SEARCH.');
  if ((artefact === undefined) === (flags.from === undefined))
    throw misused('Cannot publish: name an artefact, or a folder of Markdown with --from.');
  if (artefact === undefined) return publishFolder(flags.from!, settings, flags, terminal);
  if (isFolder(artefact))
    throw misused(`Cannot publish "${artefact}": it is a folder. Bake it first, or name it with --from.`);
  const { publicationOf } = await import('../cluster/index/publication.ts');
  const build = publicationOf(loadWholeArtefact(artefact));
  return publishBuild(build, settings, flags, terminal);
}

/** Publishes a folder without an artefact: its pages are read twice, and never all in memory. */
async function publishFolder(
  folder: string,
  settings: SearchSettings,
  flags: PublishFlags,
  terminal: Terminal,
): Promise<number> {
  checkFolder(folder);
  const { environment } = terminal;
  const config = readConfig(findConfig(folder, flags, environment), environment);
  const progress = createProgress(terminal);
  const { streamSite } = await import('../cluster/stream/stream_site.ts');
  const site = await streamSite({
    folder,
    settings: completeSettings(config, folder),
    commit: findCommit(flags.commit ?? environment.CATCHWORD_COMMIT, folder),
    workers: availableParallelism(),
    onProgress: progress.show,
  });
  progress.clear();
  try {
    if (site.meta.pages === 0) throw failed(`Cannot publish "${folder}": it holds no page to publish.`);
    if (site.warnings > 0) terminal.err(`${site.warnings} warnings; "catchword check" lists them.\n`);
    return await publishBuild(site, settings, flags, terminal);
  } finally {
    site.close();
  }
}

async function publishBuild(
  build: PublishedBuild,
  settings: SearchSettings,
  flags: PublishFlags,
  terminal: Terminal,
): Promise<number> {
  const started = performance.now();
  // Imported here, as other commands use no cluster.
  const [{ createClusterClient }, { publish }, { ClusterError }] = await Promise.all([
    import('../cluster/client/cluster_client.ts'),
    import('../cluster/publish/publish.ts'),
    import('../cluster/client/cluster_error.ts'),
  ]);
  const client = createClusterClient(settings);
  const interruption = new AbortController();
  const interrupt = () => interruption.abort();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, interrupt);
  const progress = createProgress(terminal, 'Loading pages');
  const log = createProgressLog(terminal);
  try {
    const report = await publish(build, {
      ...{ client, alias: settings.alias, signal: interruption.signal },
      shards: numberOf('--shards', flags.shards, 1, 1024),
      replicas: numberOf('--replicas', flags.replicas, 0, 100),
      keep: numberOf('--keep', flags.keep, 1, 1000) ?? DEFAULT_KEEP,
      repair: flags.repair === true,
      holder: `publish-${randomUUID()}`,
      now: Date.now,
      onProgress(done, total) {
        progress.show(done, total);
        if (!terminal.errIsTerminal) log(done, total);
      },
      onNotice(notice) {
        progress.clear();
        terminal.err(`${notice}\n`);
      },
    });
    progress.clear();
    const seconds = (performance.now() - started) / 1000;
    if (flags.json) terminal.out(`${JSON.stringify({ ...report, seconds: Number(seconds.toFixed(3)) })}\n`);
    else terminal.err(renderReport(report, settings.alias, seconds));
    return 0;
  } catch (error) {
    progress.clear();
    if (!(error instanceof ClusterError)) throw error;
    throw failed(`${error.message}\nThe same command goes on where this one stopped.`);
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, interrupt);
    await client.close();
  }
}

/** A line for each tenth of the pages, for logs. */
function createProgressLog(terminal: Terminal): (done: number, total: number) => void {
  let tenths = 0;
  return (done, total) => {
    const now = total === 0 ? 10 : Math.floor((10 * done) / total);
    if (now <= tenths) return;
    tenths = now;
    terminal.err(`Loaded ${done} of ${total} pages.\n`);
  };
}

function numberOf(flag: string, text: string | undefined, least: number, most: number): number | null {
  if (text === undefined) return null;
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= least && number <= most) return number;
  throw misused(`Cannot use ${flag} "${text}": it must be a number from ${least} to ${most}.`);
}

function renderReport(report: PublishReport, alias: string, seconds: number): string {
  const { pages, resumedAt, repaired, index, bytesSent, bytesStored, shards, replicas, removed, inUse } = report;
  const lines = [
    `published    ${pages} pages as "${alias}"`,
    ...(resumedAt > 0 ? [`resumed      ${resumedAt} pages were there`] : []),
    ...(repaired > 0 ? [`repaired     ${repaired} pages`] : []),
    `verified     ${pages} pages in ${report.secondsVerifying.toFixed(2)} s`,
    `index        ${index}`,
    `sent         ${bytesSent} bytes`,
    `stored       ${bytesStored} bytes in ${shards} shards with ${replicas} replicas each`,
    ...removed.map((name) => `removed      ${name}`),
    ...inUse.map((name) => `in use       ${name}`),
    `seconds      ${seconds.toFixed(2)}`,
  ];
  return `${lines.join('\n')}\n`;
}
