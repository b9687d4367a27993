import type { Forwarded } from '../../protocol/forwarded.ts';

/**
 * A request as the service sees it, independent of the runtime that received it. Adapters make one for each request, so what is
 * costly and rarely needed is a method or a getter.
 */
export interface ApiRequest {
  readonly method: string;
  /** The request target as received: never normalised (RFC 9112 3.2). */
  readonly target: string;
  readonly scheme: 'http' | 'https';
  /** Scheme and host of the client's request as a trusted proxy reports them; absent without such a proxy. */
  readonly forwarded?: Forwarded | null;
  /** Whether the server is shutting down; absent where that is unknown. */
  readonly isDraining?: boolean;
  /** Host and port that the connection came to, as `127.0.0.1:4777` or `[::1]:4777`; null or absent where that is unknown. */
  readonly localHost?: string | null;
  /** Whether the request was sent before the answer to the one before on its connection; absent: it was not. */
  readonly isPipelined?: boolean;
  /** Whether the client has disconnected; absent when the signal tells. */
  readonly isGone?: boolean;
  /** Aborts when the client disconnects, so that work for it can stop. Made on first use. */
  readonly signal: AbortSignal;
  /** Calls back once, when the answer was sent or the connection has closed; absent where that is unknown. */
  whenClosed?(done: () => void): void;
  /** When the request arrived, in milliseconds on the clock of `performance.now()`: deadlines count from here. */
  readonly arrivedAt: number;
  /** Whether the message has content by its framing, even if that content is empty. */
  readonly hasBody: boolean;
  /** Name of the resource that answers. Set by the service, for whoever observes the answer. */
  resource?: string | null;
  /** Value of a field by its lower-case name; lines of a repeated field joined by `, `. */
  header(name: string): string | undefined;
  /** Values of a field by its lower-case name, one for each line. */
  headerLines(name: string): readonly string[];
  /** Reads the content, at most once. Keeps no more than `cap` bytes. */
  body(cap: number): Promise<Uint8Array | 'too-large' | 'aborted'>;
}
