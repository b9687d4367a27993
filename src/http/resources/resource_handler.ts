import type { MaybePromise } from '../../async/maybe_promise.ts';
import type { ResourceMethod } from '../../discovery/resource.ts';
import type { ResourceName, ResourceNamed } from '../../discovery/resources.ts';
import type { Refusal } from '../../problems/refusal.ts';
import type { Answer } from '../answers/answer.ts';
import type { ApiRequest } from '../requests/api_request.ts';

/** The input of a handler: the request after routing, method check and negotiation. */
export interface Exchange {
  readonly request: ApiRequest;
  /** Raw query string without its question mark; null when there is none. */
  readonly search: string | null;
  /** The result of `find`; 0 for a resource whose path has no variable. */
  readonly found: number;
  /** The media type to answer with, one of the resource's. */
  readonly mediaType: string;
}

/** An answer that may still depend on conditions and codings, as a representation's does. */
export interface Answering {
  answer(request: ApiRequest): MaybePromise<Answer>;
}

export type Outcome = Answering | Refusal;
export type MethodHandler = (exchange: Exchange) => MaybePromise<Outcome>;

/** For a path with a variable: the index of the item that the variable names, or -1 for none, a 404 before any other check. */
export type Find = (parameter: string) => MaybePromise<number>;

/** The handler that a row of the resource table needs: one function for each method, and `find` when its path has a variable. */
export type HandlerOf<Name extends ResourceName> = {
  readonly [Method in ResourceNamed<Name>['methods'][number]]: MethodHandler;
} & (ResourceNamed<Name>['variable'] extends null ? unknown : { readonly find: Find });

/** Any handler, as the dispatcher sees it. */
export type ResourceHandler = { readonly [Method in ResourceMethod]?: MethodHandler } & { readonly find?: Find };
