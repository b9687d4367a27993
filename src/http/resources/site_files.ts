import { type MaybePromise, mapMaybe } from '../../async/maybe_promise.ts';
import { markdown, plainText } from '../../discovery/resources.ts';
import { isRefusal, type Refusal, refuse } from '../../problems/refusal.ts';
import { createSiteFiles, type ForOrigin, type SiteFiles } from '../../site_files/site_files.ts';
import type { Representation } from '../answers/representation.ts';
import {
  type Exchange,
  type HandlerContext,
  type HandlerOf,
  type MethodHandler,
  withDigest,
} from './handler_context.ts';

type FileResource = 'llms' | 'llmsFull' | 'sitemap' | 'atomFeed' | 'jsonFeed' | 'robots';

/** The files for crawlers, feed readers and language models. Each is made on first use. */
export function handleSiteFiles(context: HandlerContext): { readonly [Name in FileResource]: HandlerOf<Name> } {
  const files = createSiteFiles(context.questions, context.features);
  return {
    llms: { GET: handleLists(context, files) },
    llmsFull: { GET: handleTexts(context, files) },
    sitemap: { GET: handleSitemap(context, files) },
    atomFeed: { GET: handlePerOrigin(context, 'application/atom+xml', 1 / 8, files.atomFeed) },
    jsonFeed: { GET: handlePerOrigin(context, 'application/feed+json', 1 / 8, files.jsonFeed) },
    robots: { GET: handlePerOrigin(context, plainText, 1 / 8, () => files.robots) },
  };
}

/** A file that names the origin of the service. @param share its part of the cache @param varyBy request field that selected it */
function handlePerOrigin(
  { budget, perOrigin }: HandlerContext,
  contentType: string,
  share: number,
  make: () => MaybePromise<ForOrigin | Refusal>,
  varyBy?: string,
): MethodHandler {
  let write: ForOrigin | null = null;
  const prepared = perOrigin(budget.boundOf('siteFiles') * share, (origin) => ({
    contentType,
    ...(varyBy === undefined ? {} : { varyBy }),
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

/** The list of the pages of the site; `?collection=NAME` is that of one collection. */
function handleLists(context: HandlerContext, files: SiteFiles): MethodHandler {
  const whole = handlePerOrigin(context, plainText, 1 / 8, files.llms);
  const atRoot = handlePerOrigin(context, markdown, 1 / 8, files.llms, 'Accept');
  const listOf = keepLast(async (collection: string) => {
    const list = await files.llmsOf(collection === '' ? null : collection);
    return isRefusal(list) ? list : { answer: handlePerOrigin(context, plainText, 1 / 4, () => list) };
  });
  return (asked) => {
    if (asked.isByAccept === true) return atRoot(asked);
    const collection = readCollection(asked);
    if (collection === null) return whole(asked);
    return mapMaybe(listOf(collection), (list) => (isRefusal(list) ? list : list.answer(asked)));
  };
}

/** The text of the listed pages; `?collection=NAME` is that of one collection. */
function handleTexts(context: HandlerContext, files: SiteFiles): MethodHandler {
  const whole = handleWhole(context, plainText, files.llmsFull);
  const textOf = keepLast(async (collection: string) => {
    const body = await files.llmsFullOf(collection === '' ? null : collection);
    if (isRefusal(body)) return body;
    return context.represent({ contentType: plainText, body, validator: withDigest(context.validator, body) });
  });
  return (asked) => {
    const collection = readCollection(asked);
    return collection === null ? whole(asked) : textOf(collection);
  };
}

/** @returns null when none is named, empty for the pages in none */
function readCollection({ search }: Exchange): string | null {
  return new URLSearchParams(search ?? '').get('collection');
}

/** Makes one value at a time, as each may have many bytes, and keeps the last one until another key is asked for. */
function keepLast<Key extends string | number, Value>(
  make: (key: Key) => Promise<Value | Refusal>,
): (key: Key) => MaybePromise<Value | Refusal> {
  let kept: { readonly key: Key; readonly value: Value } | null = null;
  let last: Promise<unknown> = Promise.resolve();

  async function makeNext(key: Key): Promise<Value | Refusal> {
    if (kept?.key === key) return kept.value;
    const value = await make(key);
    if (!isRefusal(value)) kept = { key, value };
    return value;
  }

  return (key) => {
    if (kept?.key === key) return kept.value;
    const making = last.then(() => makeNext(key));
    last = making.catch(() => undefined);
    return making;
  };
}

/** The whole sitemap, or the index of its parts; `?part=N` is one of them. */
function handleSitemap(context: HandlerContext, files: SiteFiles): MethodHandler {
  const contentType = 'application/xml';
  const represent = keepLast(async (part: number) => {
    const body = await files.sitemapPart(part);
    return isRefusal(body) ? body : context.represent({ contentType, body });
  });
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
  return refuse(
    'no-such-resource',
    `Cannot find this part of the sitemap: "part" must be a number from 1 to ${parts}.`,
  );
}
