import type { ResourceName, ResourceNamed } from '../resources.ts';
import type { Content, Headers, RequestBody } from './openapi_document.ts';
import type { ParameterName } from './parameters.ts';
import type { Refused } from './refusals.ts';

/** The groups that operations are listed under. */
export const tags = {
  Pages: 'Search, look-up and single pages.',
  Lists: 'Collections, tags and site pages.',
  Feedback: 'What readers say, without their messages.',
  Discovery: 'What the service says about itself.',
  Files: 'For crawlers, feed readers and language models.',
  Explorer: 'The site for people.',
  Service: 'For those who run it.',
} as const;

/** The description of one method of a resource, besides what follows from its row in the resource table. */
export interface MethodDescription {
  readonly summary: string;
  /** Left out where the summary says it all. */
  readonly description?: string;
  /** Parameters besides those that follow from the row. */
  readonly parameters?: readonly ParameterName[];
  readonly requestBody?: RequestBody;
  /** Content of the 200, by media type. */
  readonly content: Content;
  /** Fields of the 200, besides those that follow from the row. */
  readonly headers?: Headers;
  /** Refusals besides those that follow from the row and those that any request can get. */
  readonly refused?: readonly Refused[];
}

/** The description of a resource: one member for each method. */
export type ResourceDescription<Name extends ResourceName> = {
  readonly tag: keyof typeof tags;
} & { readonly [Method in ResourceNamed<Name>['methods'][number]]: MethodDescription };

/** A resource's description without the type of its resource. */
export interface DescribedMethods {
  readonly tag: keyof typeof tags;
  readonly GET?: MethodDescription;
  readonly POST?: MethodDescription;
  readonly QUERY?: MethodDescription;
}
