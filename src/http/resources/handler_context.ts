import { createHash } from 'node:crypto';
import type { MaybePromise } from '../../async/maybe_promise.ts';
import { createBoundedCache } from '../../cache/bounded_cache.ts';
import type { CacheBudget } from '../../cache/cache_budget.ts';
import type { ApiFeatures } from '../../discovery/openapi/openapi_document.ts';
import type { ResourceMethod } from '../../discovery/resource.ts';
import type { ResourceName, ResourceNamed } from '../../discovery/resources.ts';
import type { Refusal } from '../../problems/refusal.ts';
import type { PageQuestions } from '../../questions/page_questions.ts';
import type { Answer } from '../answers/answer.ts';
import { privateReadCaching, readCaching } from '../answers/caching.ts';
import { createContentCodings } from '../answers/content_codings.ts';
import { Representation, type RepresentationParts } from '../answers/representation.ts';
import type { ApiRequest } from '../requests/api_request.ts';
import { originOf } from '../requests/origin_of.ts';

type OwnParts = Pick<RepresentationParts, 'contentType' | 'body'> & Partial<RepresentationParts>;

/** Shared by all handlers: one build, and the data that is derived from it once. */
export interface HandlerContext {
  readonly questions: PageQuestions;
  /**
   * Opaque prefix of all validators; null when a stamp is missing (specification 4.15.3). It is the whole validator of an answer
   * that depends only on the build. For answers that depend on settings of the service or the origin, see `perOrigin`.
   */
  readonly validator: string | null;
  readonly features: ApiFeatures;
  /** Caching fields of plain reads, of reads whose answer contains the origin, and of reads that never have a validator. */
  readonly caching: Readonly<Record<'read' | 'namingOrigin' | 'unvalidated', readonly string[]>>;
  readonly budget: CacheBudget;
  /** A representation that, unless its parts say otherwise, depends only on the build and is cached as a plain read. */
  represent(parts: OwnParts): Representation;
  /**
   * Caches a representation that contains the origin and depends on settings of the service, once for each origin of requests.
   * Usually there is only one, but the client chooses `Host`, so the cache is bounded.
   *
   * Its validator is `<commit>.<content>.<digest of the body>`: services whose answers differ have different validators, and
   * services whose answers are equal share one, whatever their settings.
   * @param bound size of the cache in bytes
   */
  perOrigin(bound: number, render: (origin: string) => OwnParts): (request: ApiRequest) => Representation;
}

export function createHandlerContext(
  questions: PageQuestions,
  features: ApiFeatures,
  budget: CacheBudget,
): HandlerContext {
  const { commit, content } = questions.stamps;
  const validator = commit === null || content === null ? null : `${commit.slice(0, 12)}.${content.slice(0, 12)}`;
  // Behind the gate nothing is public (RFC 9111 3.5).
  const shared = features.gated ? privateReadCaching : readCaching;
  // Without a fixed origin, a shared cache could serve the answer made for another origin.
  const byHost = questions.settings.publicOrigin === null;
  const caching = {
    read: shared(validator),
    namingOrigin: (byHost ? privateReadCaching : shared)(validator),
    unvalidated: shared(null),
  };
  const codings = createContentCodings(budget);
  const represent = (parts: OwnParts) => new Representation({ validator, caching: caching.read, ...parts }, codings);
  return {
    ...{ questions, validator, features, caching, budget, represent },
    perOrigin(bound, render) {
      const prepared = createBoundedCache<Representation>(bound);
      return (request) => {
        const origin = originOf(request, questions.settings);
        let representation = prepared.get(origin);
        if (representation === undefined) {
          const parts = { caching: caching.namingOrigin, ...render(origin) };
          representation = represent({ ...parts, validator: withDigest(validator, parts.body) });
          prepared.set(origin, representation, representation.weight);
        }
        return representation;
      };
    },
  };
}

/** The input of a handler: the request after routing, method check and negotiation. */
export interface Exchange {
  readonly request: ApiRequest;
  /** Raw query string without its question mark; null when there is none. */
  readonly search: string | null;
  /** The result of `find`; 0 for a resource whose path has no variable. */
  readonly found: number;
  readonly mediaType: string;
  /** Whether `Accept` led from another address, such as that of the page, to this resource. */
  readonly isByAccept?: boolean;
}

/** An answer that may still depend on conditions and codings, as a representation's does. */
export interface Answering {
  answer(request: ApiRequest): MaybePromise<Answer>;
}

export type Outcome = Answering | Refusal;
export type MethodHandler = (exchange: Exchange) => MaybePromise<Outcome>;

/** For a path with a variable: the index of the item that the variable names, or -1 for none, a 404 before any other check. */
type Find = (parameter: string) => MaybePromise<number>;

/** The handler that a row of the resource table needs: one function for each method, and `find` when its path has a variable. */
export type HandlerOf<Name extends ResourceName> = {
  readonly [Method in ResourceNamed<Name>['methods'][number]]: MethodHandler;
} & (ResourceNamed<Name>['variable'] extends null ? unknown : { readonly find: Find });

export type ResourceHandler = { readonly [Method in ResourceMethod]?: MethodHandler } & { readonly find?: Find };

/** Hexadecimal digits of the digest in a validator; each stamp has as many. */
const digestDigits = 12;

/** A validator for an answer that depends on more than the build. */
export function withDigest(validator: string | null, body: Uint8Array): string | null {
  if (validator === null) return null;
  return `${validator}.${createHash('sha256').update(body).digest('hex').slice(0, digestDigits)}`;
}
