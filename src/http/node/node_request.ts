import { IncomingMessage, type ServerResponse } from 'node:http';
import { type Forwarded, readForwarded } from '../../protocol/forwarded.ts';
import type { ApiRequest } from '../requests/api_request.ts';
import { ContentBuffer } from '../requests/content_buffer.ts';

/** A request of node:http. Fields are read from the raw lines: the object that Node would make of them costs more than an answer. */
export class NodeRequest implements ApiRequest {
  readonly method: string;
  readonly target: string;
  readonly scheme = 'http';
  readonly isDraining: boolean;
  /** Set by the server that reads requests ahead. */
  isPipelined = false;
  readonly hasBody: boolean;
  /** Value of the last `Host` line, and how many there are: one in a message that is well-formed. */
  readonly host: string;
  readonly hostLines: number;
  /** Value of `Transfer-Encoding`, lines joined by `, `; null when the content comes in no coding. */
  readonly coding: string | null;
  readonly arrivedAt = performance.now();
  resource: string | null = null;
  /** What a trusted proxy reports of the request that it forwards; null without one. */
  forwarded: Forwarded | null = null;
  /** True once the whole content was read. */
  consumed = false;
  /** True while the client waits for 100 Continue before it sends content. */
  awaitsContinue: boolean;
  readonly #message: IncomingMessage;
  readonly #response: ServerResponse | null;
  #gone: AbortController | null = null;

  /** @param response null for a CONNECT, which has none @param awaitsContinue whether the client waits for 100 Continue */
  constructor(message: IncomingMessage, response: ServerResponse | null, awaitsContinue: boolean, isDraining: boolean) {
    this.method = message.method ?? '';
    this.target = message.url ?? '';
    this.#message = message;
    this.#response = response;
    this.awaitsContinue = awaitsContinue;
    this.isDraining = isDraining;
    // Read the fields that every request needs in one pass.
    const raw = message.rawHeaders;
    let host = '';
    let hostLines = 0;
    let hasBody = false;
    let coding: string | null = null;
    for (let at = 0; at < raw.length; at += 2) {
      const name = raw[at] ?? '';
      const value = raw[at + 1] ?? '';
      if (isNamed(name, 'host')) {
        host = value;
        hostLines++;
      } else if (isNamed(name, 'content-length')) hasBody ||= Number(value) > 0;
      else if (isNamed(name, 'transfer-encoding')) coding = coding === null ? value : `${coding}, ${value}`;
    }
    this.host = host;
    this.hostLines = hostLines;
    this.coding = coding;
    this.hasBody = hasBody || coding !== null;
  }

  get isGone(): boolean {
    return this.#message.socket.destroyed;
  }

  get signal(): AbortSignal {
    if (this.#gone === null) {
      const gone = new AbortController();
      this.#gone = gone;
      const response = this.#response;
      // 'close' comes after a whole answer, too. Nobody listens then, and an abort would make an error with its stack.
      response?.once('close', () => response.writableFinished || gone.abort());
      if (this.#message.socket.destroyed) gone.abort();
    }
    return this.#gone.signal;
  }

  whenClosed(done: () => void): void {
    const response = this.#response;
    if (response === null || response.destroyed) done();
    else response.once('close', done);
  }

  get localHost(): string | null {
    const { localAddress, localPort } = this.#message.socket;
    if (localAddress === undefined) return null;
    // An IPv4 client of a port that listens to IPv6 comes to ::ffff:a.b.c.d; a zone is no part of a host (RFC 3986 3.2.2).
    const address = localAddress.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
    return `${address.includes(':') ? `[${address}]` : address}:${localPort}`;
  }

  header(name: string): string | undefined {
    const raw = this.#message.rawHeaders;
    let value: string | undefined;
    for (let at = 0; at < raw.length; at += 2) {
      if (isNamed(raw[at] ?? '', name)) value = value === undefined ? (raw[at + 1] ?? '') : `${value}, ${raw[at + 1]}`;
    }
    return value;
  }

  headerLines(name: string): readonly string[] {
    const raw = this.#message.rawHeaders;
    return raw.filter((_, at) => at % 2 === 1 && isNamed(raw[at - 1] ?? '', name));
  }

  /** Reads the fields in which a proxy describes the request of its client. Only for a trusted proxy. */
  trustForwarded(): void {
    this.forwarded = readForwarded({
      forwarded: this.header('forwarded'),
      forwardedProto: this.header('x-forwarded-proto'),
      forwardedHost: this.header('x-forwarded-host'),
    });
  }

  body(cap: number): Promise<Uint8Array | 'too-large' | 'aborted'> {
    const message = this.#message;
    if (Number(this.header('content-length') ?? 0) > cap) return Promise.resolve('too-large');
    if (this.awaitsContinue) {
      this.awaitsContinue = false;
      this.#response?.writeContinue();
    }
    return new Promise((resolve) => {
      const content = new ContentBuffer();
      const onData = (chunk: Uint8Array) => {
        if (content.length + chunk.length > cap || content.chunksLeft === 0) {
          stopReading(message.off('data', onData));
          resolve('too-large');
        } else content.append(chunk);
      };
      message.on('data', onData);
      message.once('end', () => {
        this.consumed = true;
        resolve(content.bytes());
      });
      message.once('error', () => resolve('aborted'));
      message.once('close', () => resolve('aborted'));
    });
  }
}

/**
 * Stops reading a message. Pausing it alone would not do: its socket would be read until it holds 65,536 chunks, which
 * may have one byte each.
 */
export function stopReading(message: IncomingMessage): void {
  message.pause();
  message._read = readNothing;
  message.socket.pause();
}

/** Whether `stopReading` was called for a message. */
export function isStopped(message: IncomingMessage): boolean {
  return message._read === readNothing;
}

function readNothing(): void {}

/** Resumes reading, of any message. */
export function resumeReading(message: IncomingMessage): void {
  message._read = IncomingMessage.prototype._read;
  message.socket.resume();
  message.resume();
}

/** Whether a raw field name is this lower-case one; most differ in length already. */
function isNamed(raw: string, name: string): boolean {
  return raw.length === name.length && (raw === name || raw.toLowerCase() === name);
}
