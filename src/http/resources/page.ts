import { createBoundedCache } from '../../cache/bounded_cache.ts';
import type { PageId } from '../../corpus/corpus.ts';
import { markdown } from '../../discovery/resources.ts';
import { type MaybePromise, whenThere } from '../../engine/maybe_promise.ts';
import { renderLink } from '../../protocol/link.ts';
import { createRepresentation, type Representation } from '../answers/representation.ts';
import type { HandlerOf } from './resource_handler.ts';
import type { Site } from './site.ts';

/** `/api/pages/{path}`: one page, in JSON or as the Markdown that it publishes (specification 4.4). */
export function handlePage(site: Site): HandlerOf<'page'> {
  const prepared = createBoundedCache<Representation>(site.budget.boundOf('pages'));
  return {
    find: (path) => site.questions.find(path),
    GET({ target, mediaType }) {
      return mediaType === markdown
        ? keep(prepared, `m${target}`, () => representMarkdown(site, target, 'Accept'))
        : keep(prepared, `j${target}`, () => representJson(site, target));
    },
  };
}

/** `/{path}.md`: the Markdown twin of a page, at the address that it publishes itself at. */
export function handleMarkdown(site: Site): HandlerOf<'markdown'> {
  const prepared = createBoundedCache<Representation>(site.budget.boundOf('markdown'));
  return {
    find: (path) => site.questions.find(path),
    GET: ({ target }) => keep(prepared, String(target), () => representMarkdown(site, target)),
  };
}

function keep(
  prepared: ReturnType<typeof createBoundedCache<Representation>>,
  key: string,
  represent: () => MaybePromise<Representation>,
): MaybePromise<Representation> {
  const kept = prepared.get(key);
  if (kept !== undefined) return kept;
  return whenThere(represent(), (representation) => {
    prepared.set(key, representation, representation.weight);
    return representation;
  });
}

function representJson({ questions, validator, caching, codings }: Site, page: PageId): MaybePromise<Representation> {
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

/** The Markdown that a page publishes, with the address that it publishes itself at. @param varyBy the field that chose it */
function representMarkdown(
  { questions, validator, caching, codings }: Site,
  page: PageId,
  varyBy?: string,
): MaybePromise<Representation> {
  return whenThere(questions.markdownAddress(page), (address) =>
    whenThere(questions.markdown(page), (body) =>
      createRepresentation(
        {
          contentType: markdown,
          // A copy: the artefact lies in memory that threads share, and a Response does not take that.
          body: body.slice(),
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
