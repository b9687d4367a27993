import type { ArtefactSource } from '../../corpus/artefact/distant_sections.ts';

/** Longest artefact that is taken whole from a host that sends no parts of files, in bytes. */
const LONGEST_WHOLE = 1 << 25;

/** An artefact cannot be read now. The message holds nothing of a request. */
export class SourceError extends Error {
  override name = 'SourceError';
}

/** What an artefact is read with. */
export interface UrlOptions {
  /** Default: the runtime's own. */
  readonly fetch?: (address: string, init: RequestInit) => Promise<Response>;
  /** Sent with each request, such as `Authorization`. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * An artefact at an address, read by ranges (RFC 9110, section 14). A host without ranges sends it whole: up to 32 MiB are taken.
 * @param address absolute
 */
export function fromUrl(address: string, { fetch: send = fetch, headers = {} }: UrlOptions = {}): ArtefactSource {
  /** The file of a host without ranges. */
  let file: Uint8Array | null = null;
  return {
    async read(offset, length, signal) {
      // The header is always asked for again: it tells whether the file is another one.
      if (file !== null && offset > 0) return file.subarray(offset, offset + length);
      // A range of a compressed answer would be one of other bytes.
      const range = { Range: `bytes=${offset}-${offset + length - 1}`, 'Accept-Encoding': 'identity' };
      const response = await send(address, { headers: { ...headers, ...range }, signal });
      const stated = statedLength(response);
      if (response.status === 206 && stated <= length) return new Uint8Array(await response.arrayBuffer());
      if (response.status === 200 && stated <= LONGEST_WHOLE) {
        file = new Uint8Array(await response.arrayBuffer());
        return file.subarray(offset, offset + length);
      }
      await response.body?.cancel();
      if (response.status === 206) throw new SourceError('its host returned more than the requested range');
      throw new SourceError(
        response.status === 200
          ? 'its host does not support range requests, and the file is larger than 32 MiB'
          : `its host returned ${response.status}`,
      );
    },
  };
}

/** Bytes of the content of a response, by its fields; Infinity where they do not say it. */
function statedLength({ headers }: Response): number {
  const length = headers.get('content-length');
  if (length !== null) return Number(length);
  const [, from, last] = /^bytes (\d+)-(\d+)\//.exec(headers.get('content-range') ?? '') ?? [];
  return last === undefined ? Infinity : Number(last) - Number(from) + 1;
}

/** The part of a bucket of Cloudflare R2 that is used. */
export interface Bucket {
  get(
    key: string,
    options: { readonly range: { readonly offset: number; readonly length: number } },
  ): Promise<{ arrayBuffer(): Promise<ArrayBuffer> } | null>;
}

/** An artefact in a bucket of Cloudflare R2. @param key its name there */
export function fromBucket(bucket: Bucket, key: string): ArtefactSource {
  return {
    async read(offset, length) {
      const object = await bucket.get(key, { range: { offset, length } });
      if (object === null) throw new SourceError('its bucket has no object with this name');
      return new Uint8Array(await object.arrayBuffer());
    },
  };
}
