import { type MaybePromise, mapMaybe } from '../../async/maybe_promise.ts';
import type { createBoundedCache } from '../../cache/bounded_cache.ts';
import type { PageId } from '../../corpus/corpus.ts';
import { markdown } from '../../discovery/resources.ts';
import { renderLink } from '../../protocol/link.ts';
import type { Representation } from '../answers/representation.ts';
import type { HandlerContext, HandlerOf } from './handler_context.ts';

/** `/api/pages/{path}`: one page, in JSON or as the Markdown that it publishes (specification 4.4). */
export function handlePage(context: HandlerContext): HandlerOf<'page'> {
  const cache = context.budget.createCache<Representation>('pages');
  return {
    find: (path) => context.questions.find(path),
    GET({ found, mediaType }) {
      return mediaType === markdown
        ? getOrMake(cache, `m${found}`, () => representMarkdown(context, found, 'Accept'))
        : getOrMake(cache, `j${found}`, () => representJson(context, found));
    },
  };
}

/** `/{path}.md`: the Markdown twin of a page, at its own address. */
export function handleMarkdown(context: HandlerContext): HandlerOf<'markdown'> {
  const cache = context.budget.createCache<Representation>('markdown');
  return {
    find: (path) => context.questions.find(path),
    GET: ({ found }) => getOrMake(cache, String(found), () => representMarkdown(context, found)),
  };
}

function getOrMake(
  cache: ReturnType<typeof createBoundedCache<Representation>>,
  key: string,
  represent: () => MaybePromise<Representation>,
): MaybePromise<Representation> {
  const cached = cache.get(key);
  if (cached !== undefined) return cached;
  return mapMaybe(represent(), (representation) => {
    cache.set(key, representation, representation.weight);
    return representation;
  });
}

/**
 * The address of a page's Markdown for `Link`: on the site; where only a path is known of that, this service's own, as callers resolve
 * the field against the address that they asked.
 */
function addressOfMarkdown(
  { markdownAddress, settings }: HandlerContext['questions'],
  page: PageId,
): MaybePromise<string> {
  return mapMaybe(markdownAddress(page), (address) =>
    address.startsWith('/') ? address.slice(settings.origin.length) : address,
  );
}

function representJson({ questions, represent }: HandlerContext, page: PageId): MaybePromise<Representation> {
  return mapMaybe(addressOfMarkdown(questions, page), (address) =>
    mapMaybe(questions.page(page), (body) =>
      represent({
        contentType: 'application/json',
        body,
        varyBy: 'Accept',
        fields: ['Link', renderLink(address, { rel: 'alternate', type: 'text/markdown' })],
      }),
    ),
  );
}

/** The Markdown that a page publishes, with a link to its own address. @param varyBy request field that selected the Markdown */
function representMarkdown(
  { questions, validator, represent }: HandlerContext,
  page: PageId,
  varyBy?: string,
): MaybePromise<Representation> {
  return mapMaybe(addressOfMarkdown(questions, page), (address) =>
    mapMaybe(questions.markdown(page), (body) =>
      represent({
        contentType: markdown,
        body,
        validator: validator === null ? null : `${validator}.md`,
        ...(varyBy === undefined ? {} : { varyBy }),
        fields: ['Link', renderLink(address, { rel: 'canonical' })],
      }),
    ),
  );
}
