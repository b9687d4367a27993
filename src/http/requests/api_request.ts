import type { Forwarded } from '../../protocol/forwarded.ts';

/**
 * A request as the service sees it, whatever runtime received it: plain values and two questions. Adapters make one
 * a request, so it holds nothing that they would have to prepare in vain.
 */
export interface ApiRequest {
  readonly method: string;
  /** The request target as received: never normalised (RFC 9112 3.2). */
  readonly target: string;
  readonly scheme: 'http' | 'https';
  /** What a proxy that is trusted says the client asked for; absent from anyone else. */
  readonly forwarded?: Forwarded | null;
  /** Whether the server that received it is about to end; absent where nobody can know. */
  readonly isDraining?: boolean;
  /** Host and port that the connection came to, as `127.0.0.1:4777` or `[::1]:4777`; null or absent where nobody can know. */
  readonly localHost?: string | null;
  /** The same object for all requests of one connection, or of several that have one share of the time: questions take turns by it. */
  readonly connection: object;
  /** Aborts when the client has gone, so that no more work is done for it. Made on first use. */
  readonly signal: AbortSignal;
  /** When the request arrived, in milliseconds on the clock of `performance.now()`: deadlines count from here. */
  readonly arrivedAt: number;
  /** Whether the message has content by its framing, even if that should turn out empty. */
  readonly hasBody: boolean;
  /** Value of a field by its lower-case name; lines of a repeated field joined by `, `. */
  header(name: string): string | undefined;
  /** Values of a field by its lower-case name, one a line. */
  headerLines(name: string): readonly string[];
  /** The content, read once. Nothing past `cap` bytes is kept. */
  body(cap: number): Promise<Uint8Array | 'too-large' | 'aborted'>;
}
