import type { SiteSettings } from '../../corpus/corpus.ts';
import type { OptionalFeatures } from '../resource.ts';

/** The part of OpenAPI 3.1 that the description uses. */

/** A JSON Schema 2020-12 document or a part of one. */
export type Schema = Readonly<Record<string, unknown>>;

/** By name. */
export type Schemas = Readonly<Record<string, Schema>>;

export interface Reference {
  readonly $ref: string;
}

export interface Example {
  readonly summary?: string;
  readonly value: unknown;
}

export interface MediaType {
  readonly schema: Schema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, Example>>;
}

/** By media type, without its parameters. */
export type Content = Readonly<Record<string, MediaType>>;

export interface Header {
  readonly description?: string;
  readonly required?: boolean;
  readonly schema: Schema;
  readonly example?: unknown;
}

export type Headers = Readonly<Record<string, Header | Reference>>;

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description: string;
  readonly schema: Schema;
  readonly example?: unknown;
}

export interface Response {
  readonly description: string;
  readonly headers?: Headers;
  readonly content?: Content;
}

export type Responses = Readonly<Record<string, Response | Reference>>;

export interface RequestBody {
  readonly description: string;
  readonly required: boolean;
  readonly content: Content;
}

export interface Operation {
  /** HEAD and OPTIONS have none. */
  readonly operationId?: string;
  readonly tags?: readonly string[];
  readonly summary?: string;
  readonly description?: string;
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: RequestBody | Reference | undefined;
  readonly responses: Responses;
}

export interface PathItem {
  /** Parameters of all operations. */
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly get?: Operation;
  readonly head?: Operation;
  readonly options?: Operation;
  readonly post?: Operation;
  /** Registered extension: operations of OpenAPI 3.2's `additionalOperations` in a 3.1 document. */
  readonly 'x-oai-additionalOperations'?: Readonly<Record<string, Operation>>;
}

export interface Components {
  readonly schemas: Schemas;
  readonly responses: Readonly<Record<string, Response>>;
  readonly requestBodies: Readonly<Record<string, RequestBody>>;
  readonly headers: Readonly<Record<string, Header>>;
  readonly parameters: Readonly<Record<string, Parameter>>;
}

export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: {
    readonly title: string;
    readonly summary: string;
    readonly description: string;
    readonly version: string;
    readonly license: { readonly name: string; readonly url: string };
  };
  readonly jsonSchemaDialect: string;
  readonly servers: readonly { readonly url: string; readonly description: string }[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, PathItem>>;
  /** Fields that every response can have besides those that it describes itself. */
  readonly 'x-headers-of-every-response': Readonly<Record<string, Partial<Header>>>;
  readonly components: Components & { readonly securitySchemes?: Readonly<Record<string, unknown>> };
}

/** What the description of a service depends on, besides the resource table. */
export interface ApiFacts {
  readonly settings: SiteSettings;
  /** Origin of the service, without a trailing slash. */
  readonly origin: string;
  readonly features: ApiFeatures;
}

/** What a service is set to do. Without an optional feature, its resources do not exist. */
export interface ApiFeatures extends OptionalFeatures {
  /** Whether the service accepts the method QUERY itself, besides POST with the override. */
  readonly nativeQuery: boolean;
  /** Whether every resource requires the shared password. */
  readonly gated: boolean;
}
