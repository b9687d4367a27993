import { exposedHeaders } from '../../discovery/exposed_headers.ts';

/** An answer as plain data, ready to be written by any runtime. May be shared between requests: nobody changes one. */
export interface Answer {
  readonly status: number;
  /** Names and values in turn. Whoever makes the answer also says its `Content-Length`. */
  readonly headers: readonly string[];
  readonly body: Uint8Array | null;
  /** The same body as text, a character a byte (latin1), where that is at hand. */
  readonly text?: string | undefined;
}

/** What scripts of other origins see of an answer, as name and value. */
export const exposedFields: readonly string[] = ['Access-Control-Expose-Headers', exposedHeaders];

/**
 * Fields of every answer but those to submissions. Reads are public and carry no credentials, so any origin may read
 * them (CORS).
 */
export const commonHeaders: readonly string[] = [
  'X-Content-Type-Options',
  'nosniff',
  'Access-Control-Allow-Origin',
  '*',
  ...exposedFields,
];
