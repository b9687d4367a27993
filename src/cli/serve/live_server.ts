import { openBudget } from '../../cache/cache_budget.ts';
import { ImageFiles } from '../../content/files/image_files.ts';
import type { SiteFile } from '../../discovery/resource.ts';
import { createNodeServer, type NodeServerOptions } from '../../http/node/node_server.ts';
import { trustProxies } from '../../http/node/trusted_proxies.ts';
import type { FeedbackOptions } from '../../http/resources/from_store.ts';
import type { OnMiss } from '../../http/resources/pages.ts';
import { createEngineService, type Service } from '../../http/service.ts';
import type { Sampled } from '../../metrics/server_metrics.ts';
import type { Observe } from '../../observation/observation.ts';
import { isLoopbackHost } from '../../protocol/host.ts';
import { openQuestions } from '../../questions/open_questions.ts';
import { warmUp } from '../../questions/warm_up.ts';
import type { HeldPort } from './listen.ts';
import { boundYoungGeneration, collectHeapRarely, usableMemory } from './process_memory.ts';
import type { FeedbackSettings } from './served_feedback.ts';
import { completeOptions } from './site_service.ts';
import { imagesOf, openBuild, openEngine, type SharedBuild } from './source/shared_build.ts';
import { countThread } from './thread_metrics.ts';

/**
 * Settings of a server. Plain values, because they are sent to threads as messages. What shapes answers comes with each build
 * (`SiteSettings.declared`), and here only where an option overrides it.
 */
export interface ServeSettings {
  readonly host: string;
  /** 0: the system chooses one. */
  readonly port: number;
  readonly nativeQuery?: boolean;
  /** Size of the caches of one thread, in bytes. */
  readonly cacheBytes: number;
  readonly gatePassword: string | null;
  readonly home?: boolean;
  readonly siteFiles?: readonly SiteFile[];
  readonly trustedProxies: readonly string[];
  readonly mcp?: boolean;
  /** Null: feedback is off. */
  readonly feedback: FeedbackSettings | null;
  readonly logsRequests: boolean;
  readonly countsMetrics: boolean;
}

/** Shared by the services of one thread from build to build. */
export interface ThreadParts {
  readonly feedback: FeedbackOptions | null;
  readonly onMiss: OnMiss | null;
  readonly observe: Observe;
}

/** A running server, in this thread or in several. */
export interface LiveServer {
  readonly port: number;
  /**
   * Answers new requests from another build; requests in progress finish with the old one. Rejects and changes nothing
   * when a thread cannot open the build.
   */
  swap(build: SharedBuild): Promise<void>;
  readMetrics(): Promise<readonly (readonly Sampled[])[]>;
  /** Tells clients that the server closes, finishes requests in progress, and ends within ten seconds. */
  close(): Promise<void>;
}

export async function warmUpFor(build: SharedBuild): Promise<void> {
  // A cluster does its work in other processes, and threads that start must not all query it.
  if (!('shared' in build)) return;
  const corpus = openBuild(build);
  const { pages } = corpus;
  await warmUp(
    openQuestions(corpus, openBudget(0)),
    Array.from({ length: Math.min(pages.count, 32) }, (_, page) => pages.path(page)),
  );
}

/** @throws ArtefactError when the build cannot be opened */
export async function openService(
  build: SharedBuild,
  { cacheBytes, host, gatePassword, nativeQuery, home, siteFiles, mcp }: ServeSettings,
  parts: ThreadParts,
): Promise<Service> {
  const list = imagesOf(build);
  const images = list === undefined ? null : new ImageFiles(list);
  const given = { ...parts, gatePassword, nativeQuery, home, siteFiles, mcp, images };
  const options = completeOptions(build.settings, given, { isLoopback: isLoopbackHost(host) });
  const budget = openBudget(cacheBytes);
  return createEngineService({ ...options, engine: await openEngine(build, budget), budget });
}

/** Serves from this thread, for `--workers 1`. The caller closes the feedback store. */
export async function serveInProcess(
  settings: ServeSettings,
  held: HeldPort,
  build: SharedBuild,
  parts: ThreadParts,
  take: NodeServerOptions['take'] = null,
): Promise<LiveServer> {
  const counted = await countThread(settings, parts.feedback, () => service, parts.observe);
  const shared = { ...parts, feedback: counted.feedback };
  let service = await openService(build, settings, shared);
  const node = createNodeServer(() => service, {
    isProxy: trustProxies(settings.trustedProxies),
    observe: counted.observeAnswer,
    isLogged: settings.logsRequests,
    take,
  });
  await held.giveTo(node.server);
  collectHeapRarely(usableMemory(), 1);
  const unbound = boundYoungGeneration();
  return {
    port: held.port,
    async swap(next) {
      service = await openService(next, settings, shared);
    },
    readMetrics: async () => (counted.metrics === null ? [] : [await counted.metrics.read()]),
    async close() {
      await node.close();
      unbound();
      counted.metrics?.close();
    },
  };
}
