import { type MaybePromise, whenThere } from '../../async/maybe_promise.ts';
import type { createBoundedCache } from '../../cache/bounded_cache.ts';
import type { PageId } from '../../corpus/corpus.ts';
import { markdown } from '../../discovery/resources.ts';
import { renderLink } from '../../protocol/link.ts';
import { createRepresentation, type Representation } from '../answers/representation.ts';
import type { HandlerContext } from './handler_context.ts';
import type { HandlerOf } from './resource_handler.ts';

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
  return whenThere(represent(), (representation) => {
    cache.set(key, representation, representation.weight);
    return representation;
  });
}

function representJson(
  { questions, validator, caching, codings }: HandlerContext,
  page: PageId,
): MaybePromise<Representation> {
  return whenThere(questions.markdownAddress(page), (address) =>
    whenThere(questions.page(page), (body) =>
      createRepresentation(
        {
          contentType: 'application/json',
          body,
          validator,
          caching: caching.read,
          varyBy: 'Accept',
          fields: ['Link', renderLink(address, { rel: 'alternate', type: 'text/markdown' })],
        },
        codings,
      ),
    ),
  );
}

/** The Markdown that a page publishes, with a link to its own address. @param varyBy request field that selected the Markdown */
function representMarkdown(
  { questions, validator, caching, codings }: HandlerContext,
  page: PageId,
  varyBy?: string,
): MaybePromise<Representation> {
  return whenThere(questions.markdownAddress(page), (address) =>
    whenThere(questions.markdown(page), (body) =>
      createRepresentation(
        {
          contentType: markdown,
          body,
          validator: validator === null ? null : `${validator}.md`,
          caching: caching.read,
          ...(varyBy === undefined ? {} : { varyBy }),
          fields: ['Link', renderLink(address, { rel: 'canonical' })],
        },
        codings,
      ),
    ),
  );
}
