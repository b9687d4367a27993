import { type MaybePromise, mapMaybe } from '../../async/maybe_promise.ts';
import { plainText } from '../../discovery/resources.ts';
import { isRefusal, type Refusal, refuse } from '../../problems/refusal.ts';
import { createSiteFiles, type ForOrigin, type SiteFiles } from '../../site_files/site_files.ts';
import type { Representation } from '../answers/representation.ts';
import type { HandlerContext, HandlerOf, MethodHandler } from './handler_context.ts';

type FileResource = 'llms' | 'llmsFull' | 'sitemap' | 'atomFeed' | 'jsonFeed' | 'robots';

/** The files for crawlers, feed readers and language models. Each is made on first use. */
export function handleSiteFiles(context: HandlerContext): { readonly [Name in FileResource]: HandlerOf<Name> } {
  const files = createSiteFiles(context.questions, context.features);
  return {
    llms: { GET: handleLists(context, files) },
    llmsFull: { GET: handleWhole(context, plainText, files.llmsFull) },
    sitemap: { GET: handleSitemap(context, files) },
    atomFeed: { GET: handlePerOrigin(context, 'application/atom+xml', 1 / 8, files.atomFeed) },
    jsonFeed: { GET: handlePerOrigin(context, 'application/feed+json', 1 / 8, files.jsonFeed) },
    robots: { GET: handlePerOrigin(context, plainText, 1 / 8, () => files.robots) },
  };
}

/** A file that names the origin of the service. @param share its part of the cache */
function handlePerOrigin(
  { budget, perOrigin }: HandlerContext,
  contentType: string,
  share: number,
  make: () => MaybePromise<ForOrigin | Refusal>,
): MethodHandler {
  let write: ForOrigin | null = null;
  const prepared = perOrigin(budget.boundOf('siteFiles') * share, (origin) => ({
    contentType,
    body: new TextEncoder().encode(write!(origin)),
  }));
  return ({ request }) =>
    mapMaybe(make(), (made) => {
      if (isRefusal(made)) return made;
      write = made;
      return prepared(request);
    });
}

function handleWhole(
  { represent }: HandlerContext,
  contentType: string,
  make: () => MaybePromise<Uint8Array | Refusal>,
): MethodHandler {
  let whole: Representation | null = null;
  return () =>
    whole ??
    mapMaybe(make(), (body) => {
      if (isRefusal(body)) return body;
      whole ??= represent({ contentType, body });
      return whole;
    });
}

/** The list of the pages of the site; `?collection=NAME` is that of one collection. The last of those is kept until another one is asked for. */
function handleLists(context: HandlerContext, files: SiteFiles): MethodHandler {
  const whole = handlePerOrigin(context, plainText, 1 / 4, files.llms);
  let last: { readonly collection: string; readonly answer: MethodHandler } | null = null;
  return (asked) => {
    const collection = new URLSearchParams(asked.search ?? '').get('collection');
    if (collection === null) return whole(asked);
    if (last?.collection === collection) return last.answer(asked);
    return mapMaybe(files.llmsOf(collection === '' ? null : collection), (list) => {
      if (isRefusal(list)) return list;
      last = { collection, answer: handlePerOrigin(context, plainText, 1 / 4, () => list) };
      return last.answer(asked);
    });
  };
}

/** The whole sitemap, or the index of its parts; `?part=N` is one of them. A part is kept until another one is asked for. */
function handleSitemap(context: HandlerContext, files: SiteFiles): MethodHandler {
  const contentType = 'application/xml';
  let lastPart: { readonly part: number; readonly representation: Representation } | null = null;
  // One part is made at a time: each may have 50 MB.
  let last: Promise<unknown> = Promise.resolve();

  async function makePart(part: number): Promise<Representation | Refusal> {
    if (lastPart?.part === part) return lastPart.representation;
    const body = await files.sitemapPart(part);
    if (isRefusal(body)) return body;
    const representation = context.represent({ contentType, body });
    lastPart = { part, representation };
    return representation;
  }

  function represent(part: number): MaybePromise<Representation | Refusal> {
    if (lastPart?.part === part) return lastPart.representation;
    const making = last.then(() => makePart(part));
    last = making.catch(() => undefined);
    return making;
  }

  const index = handlePerOrigin(context, contentType, 1 / 8, () =>
    mapMaybe(files.sitemap(), (sitemap) => (isRefusal(sitemap) ? sitemap : sitemap.index)),
  );
  return (asked) =>
    mapMaybe(files.sitemap(), (sitemap) => {
      if (isRefusal(sitemap)) return sitemap;
      const part = readPart(asked.search ?? '');
      if (part === null) return sitemap.parts === 1 ? represent(1) : index(asked);
      return part >= 1 && part <= sitemap.parts ? represent(part) : refusePart(sitemap.parts);
    });
}

/** @returns null when none is named, NaN when it is not a number */
function readPart(search: string): number | null {
  if (search === '') return null;
  const [part, ...more] = new URLSearchParams(search).getAll('part');
  if (part === undefined) return null;
  return more.length === 0 && /^[1-9]\d{0,5}$/.test(part) ? Number(part) : Number.NaN;
}

function refusePart(parts: number): Refusal {
  return refuse('no-such-resource', `Cannot find this part of the sitemap: "part" is a number from 1 to ${parts}.`);
}
