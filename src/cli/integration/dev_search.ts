import { availableParallelism } from 'node:os';
import { createSiteBaker, type SiteBaker } from '../../bake/site_baker.ts';
import type { DeclaredSite } from '../../content/declared_site.ts';
import { joinArtefact } from '../../corpus/artefact/artefact_format.ts';
import { shareBytes } from '../../corpus/artefact/shared_bytes.ts';
import { openCorpus } from '../../corpus/open_corpus.ts';
import { wholeAssets } from '../../explorer/explorer_assets.ts';
import { BOX_NAME, FEEDBACK_NAME } from '../../static_search/write_search_files.ts';
import { settingsOf } from '../build/bake_content.ts';
import { failed } from '../command_error.ts';
import { LARGEST_ORDERED } from '../options.ts';
import { createHandler } from '../serve/site_service.ts';

/** For the caches of answers, in bytes: each build begins with empty ones. */
const CACHES = 8 * 1024 * 1024;

/**
 * The search of a site in development. A search that follows an edit bakes what changed first.
 * @param read the site as it is now
 * @param config path of the configuration, or null
 */
export function createDevSearch(
  read: () => Promise<{ readonly folder: string; readonly site: DeclaredSite }>,
  config: string | null,
) {
  let baker: { readonly folder: string; readonly of: SiteBaker } | null = null;
  /** The site as it is, once it is asked for; null: it may have changed. */
  let current: Promise<ReturnType<typeof createHandler>> | null = null;
  /** Bakes must not overlap. */
  let baking: Promise<unknown> = Promise.resolve();

  async function bake(): Promise<ReturnType<typeof createHandler>> {
    const { folder, site } = await read();
    const settings = settingsOf(folder, { site, ...(config !== null && { config }) }, process.env);
    if (baker?.folder !== folder) {
      const of = createSiteBaker({
        ...{ folder, settings, out: null, commit: null, local: true, spaceUpTo: LARGEST_ORDERED },
        ...{ allowEmpty: true, cache: null, workers: availableParallelism() },
      });
      baker = { folder, of };
    }
    const report = await baker.of.rebake(null, { settings });
    const corpus = openCorpus(shareBytes(joinArtefact(report.artefact), true));
    return createHandler({ corpus, cacheBytes: CACHES, home: false, siteFiles: [] });
  }

  function handler() {
    if (current !== null) return current;
    const next = baking.then(bake);
    baking = next.catch(() => {
      if (current === next) current = null;
    });
    current = next;
    return next;
  }

  return {
    /** Says that the site may have changed. */
    refresh(): void {
      current = null;
    },
    has: (path: string): boolean => scriptOf(path) !== null || path.startsWith('api/') || ALL_RESULTS.test(path),
    /** @param path below the folder of the search, such as `api/search?q=a` @throws CommandError when the site cannot be baked */
    async answer(path: string): Promise<Response> {
      const script = scriptOf(path);
      if (script !== null) return answerScript(script);
      const ask = async (address: string) => (await handler())(new Request(new URL(address, 'http://localhost/')));
      return ALL_RESULTS.test(path) ? leadToFirst(await ask(path.replace(ALL_RESULTS, 'api/search'))) : ask(path);
    },
  };
}

/** Where the box leads to all results. A built site has no such page, and there Enter opens the first result. */
const ALL_RESULTS = /^explore(?=\?|$)/;

async function leadToFirst(found: Response): Promise<Response> {
  const { items = [] } = (await found.json()) as { items?: readonly { readonly canonical: string }[] };
  const [first] = items;
  if (first === undefined) return new Response('No page found.', { status: 404 });
  return new Response(null, { status: 302, headers: { Location: first.canonical, 'Cache-Control': 'no-store' } });
}

/** Servers of development add queries to the addresses of scripts. */
function scriptOf(path: string): 'box' | 'feedback' | null {
  const name = path.replace(/\?.*$/s, '');
  return name === BOX_NAME ? 'box' : name === FEEDBACK_NAME ? 'feedback' : null;
}

async function answerScript(script: 'box' | 'feedback'): Promise<Response> {
  const { files, ...names } = await wholeAssets();
  const file = files.find((each) => each.name === names[script]);
  if (file === undefined) throw failed('Cannot send the script: this installation lacks it. Reinstall Catchword.');
  const headers = { 'Content-Type': file.contentType, 'Cache-Control': 'no-cache' };
  return new Response(Buffer.from(file.body), { headers });
}
