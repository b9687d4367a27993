/** An answer as plain data, ready to be written by any runtime. May be shared between requests: nobody changes one. */
export interface Answer {
  readonly status: number;
  /** Names and values in turn. Whoever makes the answer also says its `Content-Length`. */
  readonly headers: readonly string[];
  readonly body: Uint8Array | null;
  /** The same body as text, a character a byte (latin1), where that is at hand. */
  readonly text?: string | undefined;
}

/** The fields that scripts of other origins see. */
export const exposedFields: readonly string[] = [
  'Access-Control-Expose-Headers',
  'ETag, Link, Location, Allow, Accept-Query, method-override-required',
];

/**
 * Fields of every answer but those to submissions. Reads are public and carry no credentials, so any origin may read them (CORS), and see the
 * fields that the API speaks through.
 */
export const commonHeaders: readonly string[] = [
  'X-Content-Type-Options',
  'nosniff',
  'Access-Control-Allow-Origin',
  '*',
  ...exposedFields,
];
