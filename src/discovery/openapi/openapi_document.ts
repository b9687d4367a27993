/** The part of OpenAPI 3.1 that the description uses, and what the description of a service is made from. */
import type { SiteSettings } from '../../corpus/corpus.ts';
import type { OptionalFeatures } from '../resource.ts';

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

type ByName<Value> = Readonly<Record<string, Value>>;

/** A JSON Schema 2020-12 document or a part of one. */
export type Schema = ByName<unknown>;
export type Schemas = ByName<Schema>;
export type Reference = { readonly $ref: string };
export type Example = { readonly summary?: string; readonly value: unknown };

/** By media type, without its parameters. */
export type Content = ByName<{
  readonly schema: Schema;
  readonly example?: unknown | undefined;
  readonly examples?: ByName<Example>;
}>;

export interface Header {
  readonly description?: string | undefined;
  readonly required?: boolean | undefined;
  readonly schema: Schema;
  readonly example?: unknown | undefined;
}
export type Headers = ByName<Header | Reference>;

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean | undefined;
  readonly description: string;
  readonly schema: Schema;
  readonly example?: unknown | undefined;
}

export interface Response {
  readonly description: string;
  readonly headers?: Headers | undefined;
  readonly content?: Content | undefined;
}
export type Responses = ByName<Response | Reference>;

export interface RequestBody {
  readonly description: string;
  readonly required: boolean;
  readonly content: Content;
}

export interface Operation {
  /** HEAD and OPTIONS have none. */
  readonly operationId?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly summary?: string | undefined;
  readonly description?: string | undefined;
  readonly parameters?: readonly (Parameter | Reference)[] | undefined;
  readonly requestBody?: RequestBody | Reference | undefined;
  readonly responses: Responses;
}

export type PathItem = { readonly [Method in 'get' | 'head' | 'options' | 'post']?: Operation } & {
  /** Parameters of all operations. */
  readonly parameters?: readonly (Parameter | Reference)[] | undefined;
  /** Registered extension: operations of OpenAPI 3.2's `additionalOperations` in a 3.1 document. */
  readonly 'x-oai-additionalOperations'?: ByName<Operation>;
};

export interface Components {
  readonly schemas: Schemas;
  readonly responses: ByName<Response>;
  readonly requestBodies: ByName<RequestBody>;
  readonly headers: ByName<Header>;
  readonly parameters: ByName<Parameter>;
}

export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: ByName<unknown>;
  readonly jsonSchemaDialect: string;
  readonly servers: readonly { readonly url: string; readonly description: string }[];
  readonly security: readonly ByName<readonly string[]>[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: ByName<PathItem>;
  /** Fields that every response can have besides those that it describes itself. */
  readonly 'x-headers-of-every-response': ByName<Partial<Header>>;
  readonly components: Components & { readonly securitySchemes?: ByName<unknown> };
}
