import type { ResourceName, ResourceNamed } from '../resources.ts';
import type { ApiFacts } from './api_facts.ts';
import type { Content, Headers, RequestBody } from './openapi_document.ts';
import type { ParameterName } from './parameters.ts';
import type { Refused } from './refusals.ts';
import type { TagName } from './tags.ts';

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
  readonly tag: TagName;
} & { readonly [Method in ResourceNamed<Name>['methods'][number]]: MethodDescription };

export type Describe<Name extends ResourceName> = (facts: ApiFacts) => ResourceDescription<Name>;
