/** Public entry `catchword/client`: calls a service from any runtime that has `fetch`. */
export type * from './client/api_types.ts';
export {
  type CallOptions,
  type Client,
  type ClientOptions,
  createClient,
  type Facet,
  RefusedError,
  type SearchOptions,
} from './client/client.ts';
