import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import type { Publication } from '../cluster/index/publication.ts';
import type { PublishReport } from '../cluster/publish/publish.ts';
import { loadWholeArtefact } from '../corpus/load_artefact.ts';
import { countOf } from '../text/count_of.ts';
import { visibleJson } from '../text/visible.ts';
import { explainRefusal, noteNotStored, readSettings } from './build/bake_content.ts';
import { findCommit } from './build/checkout_state.ts';
import { checkFolder, isFolder } from './check_paths.ts';
import { failed, misused } from './command_error.ts';
import { type PublishFlags, wholeNumber } from './options.ts';
import { curationOf } from './settings/curation_file.ts';
import { findUnreadConfigs } from './settings/read_config.ts';
import { type SearchSettings, searchSettings } from './settings/search_settings.ts';
import { readStoredSettings } from './settings/stored_settings.ts';
import { createProgress, type Terminal } from './terminal.ts';

const DEFAULT_KEEP = 2;

/** `catchword publish`: loads a build into an OpenSearch cluster and makes front ends answer from it. */
export async function publishArtefact(
  artefact: string | undefined,
  flags: PublishFlags,
  terminal: Terminal,
): Promise<number> {
  const settings = searchSettings(flags, terminal.environment);
  if (settings === null)
    throw misused('Cannot publish: no cluster is specified. Pass --search or set CATCHWORD_SEARCH.');
  if ((artefact === undefined) === (flags.from === undefined))
    throw misused(
      'Cannot publish: expected exactly one source. Pass an artefact, or a folder of Markdown with --from.',
    );
  if (artefact === undefined) return publishFolder(flags.from!, settings, flags, terminal);
  if (isFolder(artefact))
    throw misused(`Cannot publish "${artefact}": it is a folder. Build it first, or pass it with --from.`);
  const { publicationOf } = await import('../cluster/index/publication.ts');
  const corpus = loadWholeArtefact(artefact);
  readStoredSettings(corpus.settings);
  return publishBuild(publicationOf(corpus), settings, flags, terminal);
}

/** Publishes a folder without an artefact: its pages are read twice, and never all in memory. */
async function publishFolder(
  folder: string,
  search: SearchSettings,
  flags: PublishFlags,
  terminal: Terminal,
): Promise<number> {
  checkFolder(folder, 'publish');
  const { environment } = terminal;
  const settings = { ...readSettings(folder, flags, environment), ...curationOf(folder, flags, environment) };
  const progress = createProgress(terminal);
  const { streamSite } = await import('../cluster/stream/stream_site.ts');
  const site = await streamSite({
    folder,
    settings,
    commit: findCommit(flags.commit ?? environment.CATCHWORD_COMMIT, folder),
    workers: availableParallelism(),
    onProgress: progress.show,
  });
  progress.clear();
  try {
    if (site.unread.length > 0 && flags.allowMissing !== true) {
      throw failed(explainRefusal(folder, { refusal: site.unread.join('; '), unread: site.unread }, flags));
    }
    if (site.meta.pages === 0)
      throw failed(`Cannot publish "${folder}": it contains no pages. Check it with "catchword check".`);
    if (site.warnings > 0) terminal.err(`${countOf(site.warnings, 'warning')}; "catchword check" lists them.\n`);
    const notes = [...findUnreadConfigs(folder, flags, environment), ...noteNotStored(settings)];
    for (const note of notes) terminal.err(`${note}\n`);
    return await publishBuild(site, search, flags, terminal);
  } finally {
    site.close();
  }
}

async function publishBuild(
  build: Publication,
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
    if (flags.json) terminal.out(`${visibleJson({ ...report, seconds: Number(seconds.toFixed(3)) })}\n`);
    else terminal.err(renderReport(report, settings.alias, seconds));
    return 0;
  } catch (error) {
    progress.clear();
    if (!(error instanceof ClusterError)) throw error;
    throw failed(`${error.message}\nRun the command again to continue from here.`);
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
    terminal.err(`Loaded ${done} of ${countOf(total, 'page')}.\n`);
  };
}

function numberOf(flag: string, text: string | undefined, least: number, most: number): number | null {
  return text === undefined ? null : wholeNumber(text, least, most, `Cannot use ${flag} "${text}"`);
}

function renderReport(report: PublishReport, alias: string, seconds: number): string {
  const { pages, resumedAt, repaired, index, bytesSent, bytesStored, shards, replicas, removed, inUse } = report;
  const lines = [
    `published    ${countOf(pages, 'page')} as "${alias}"`,
    ...(resumedAt > 0 ? [`resumed      after ${countOf(resumedAt, 'page')}`] : []),
    ...(repaired > 0 ? [`repaired     ${countOf(repaired, 'page')}`] : []),
    `verified     ${countOf(pages, 'page')} in ${report.secondsVerifying.toFixed(2)} s`,
    `index        ${index}`,
    `sent         ${countOf(bytesSent, 'byte')}`,
    `stored       ${countOf(bytesStored, 'byte')} in ${countOf(shards, 'shard')} with ${countOf(replicas, 'replica')} each`,
    ...removed.map((name) => `removed      ${name}`),
    ...inUse.map((name) => `in use       ${name}`),
    `seconds      ${seconds.toFixed(2)}`,
  ];
  return `${lines.join('\n')}\n`;
}
