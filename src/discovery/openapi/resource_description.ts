import type { ResourceName, ResourceNamed } from '../resources.ts';
import type { ApiFacts } from './api_facts.ts';
import type { Content, Headers, RequestBody } from './openapi_document.ts';
import type { ParameterName } from './parameters.ts';
import type { Refused } from './refusals.ts';
import type { TagName } from './tags.ts';

/** What the description says of one method of a resource beyond what its row in the resource table does. */
export interface MethodDescription {
  readonly summary: string;
  readonly description: string;
  /** Parameters besides those that follow from the row. */
  readonly parameters?: readonly ParameterName[];
  readonly requestBody?: RequestBody;
  /** Of the 200, by media type. */
  readonly content: Content;
  /** Of the 200, besides those that follow from the row. */
  readonly headers?: Headers;
  /** Besides what follows from the row and what any request can be refused for. */
  readonly refused?: readonly Refused[];
}

/** What the description says of a resource: one part a method. */
export type ResourceDescription<Name extends ResourceName> = {
  readonly tag: TagName;
} & { readonly [Method in ResourceNamed<Name>['methods'][number]]: MethodDescription };

export type Describe<Name extends ResourceName> = (facts: ApiFacts) => ResourceDescription<Name>;
