import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { isStopped } from './node_request.ts';
import { serverLimits } from './server_limits.ts';
import type { ParserError } from './transport_refusal.ts';

/**
 * The parser of a connection, an undocumented part of node:http. Only this file uses it, and its test fails when Node changes
 * it.
 */
interface Parser {
  /** The last message received; null once it was read to its end and answered. */
  incoming: IncomingMessage | null;
  /** Called at the end of a message's fields, emits 'request'. Returns a code of llhttp: 0 to continue, 2 for a CONNECT. */
  onIncoming(message: IncomingMessage, keepAlive: boolean): number;
  /** @returns the number of bytes parsed, or the error that stopped it */
  execute(bytes: Uint8Array): number | ParserError;
  resume(): void;
  /** @returns a copy of the read that is being parsed */
  getCurrentBuffer(): Buffer;
}

/** The callback of node:http after the parser has consumed a read from the socket; a property of the parser with a numeric key. */
type OnExecute = (result: number | ParserError) => void;

/** HPE_PAUSED of llhttp: a callback that returns it stops the parser. */
const PAUSED = 21;

/** Bytes parsed at a time: the maximum length of a message's first line and fields. */
const READ_LENGTH = serverLimits.headerBytes;

/** Enough bytes of a message to recognise its method. */
const METHOD_LENGTH = 8;

/**
 * Stops the parser of a connection between two messages, and resumes it later.
 *
 * node:http lets the parser take reads of up to 64 KiB straight from the socket, and emits 'request' for every message in a read
 * before anything else can run. From the first stop on, reads go to the socket's own bounded buffer instead, and bytes that are
 * not parsed yet go back there.
 */
export class ParserControl {
  readonly #socket: Socket;
  readonly #parser: Parser;
  readonly #onIncoming: Parser['onIncoming'];
  readonly #execute: Parser['execute'];
  readonly #onReadable: () => void;
  #received = 0;
  #receivedBefore = 0;
  #stopping = false;
  /** Whether the last message asked to upgrade: llhttp stops after it, and hides errors until the next message. */
  #upgrades = false;
  #ownsReads = false;
  #begun = '';
  #leaveParser = () => {};

  /** @param onReadable called when there may be more to parse, once the parser has been stopped */
  constructor(socket: Socket, onReadable: () => void) {
    const { parser } = socket as unknown as { readonly parser: Parser };
    this.#socket = socket;
    this.#parser = parser;
    this.#onReadable = onReadable;
    this.#onIncoming = parser.onIncoming;
    this.#execute = parser.execute;
    parser.onIncoming = (message, keepAlive) => this.#receive(message, keepAlive);
    const key = onExecuteKey(parser);
    const hooks = parser as unknown as Record<string, OnExecute>;
    const onExecute = hooks[key]!;
    hooks[key] = (result) => this.#afterRead(result, onExecute);
  }

  /** First bytes of a message whose fields have arrived only in part; empty if there is none. */
  get begun(): string {
    return this.#begun;
  }

  /** Stops the parser after the fields of a message. Call it only in the message's 'request' or 'checkContinue' event. */
  stop(): void {
    this.#stopping = true;
  }

  /** Parses the bytes in the socket's buffer, until the parser is stopped or the current message's buffer is full. */
  goOn(): void {
    const socket = this.#socket;
    // read() would copy the whole buffer into one chunk. When nothing is buffered, read(0) makes the stream check for its end.
    while (this.#canTakeMore() && socket.read(Math.min(socket.readableLength, READ_LENGTH)) !== null);
  }

  #canTakeMore(): boolean {
    const socket = this.#socket as Socket & { readonly parser: Parser | null; readonly _paused: boolean };
    // node:http sets `_paused` while the socket's buffer of answers is full.
    if (!this.#ownsReads || this.#stopping || socket.parser !== this.#parser || socket._paused) return false;
    if (socket.destroyed) return false;
    const message = this.#parser.incoming;
    if (message === null || message.complete) return true;
    return message.readableLength < message.readableHighWaterMark && !isStopped(message);
  }

  /** Ends the stop. `goOn` then parses the rest. */
  release(): void {
    this.#stopping = false;
  }

  #receive(message: IncomingMessage, keepAlive: boolean): number {
    this.#received++;
    this.#upgrades = (message as { upgrade?: boolean }).upgrade === true && message.method !== 'CONNECT';
    const result = this.#onIncoming.call(this.#parser, message, keepAlive);
    return this.#stopping ? PAUSED : result;
  }

  /** Runs after the parser has taken a read from the socket itself, which it does until the first stop. */
  #afterRead(result: number | ParserError, onExecute: OnExecute): void {
    if (!this.#stopping && !this.#upgrades) {
      if (this.#received !== this.#receivedBefore) {
        this.#receivedBefore = this.#received;
        this.#begun = '';
      } else if (typeof result === 'number' && this.#isBetweenMessages()) {
        this.#remember(this.#parser.getCurrentBuffer());
      }
      onExecute(result);
      return;
    }
    const bytes = this.#parser.getCurrentBuffer();
    this.#takeReads();
    onExecute(this.#putBack(result, bytes));
  }

  /** Sends reads to the socket's buffer: a 'readable' listener makes node:http stop giving them to the parser. */
  #takeReads(): void {
    this.#ownsReads = true;
    const parser = this.#parser;
    const run: Parser['execute'] = (bytes) => this.#run(bytes);
    parser.execute = run;
    // node:http reuses the parser for other connections, even before this socket has closed.
    this.#leaveParser = () => {
      if (parser.execute === run) parser.execute = this.#execute;
    };
    const goOn = () => this.#onReadable();
    // node:http resumes the socket when a message or the socket can take more.
    this.#socket.on('readable', goOn).on('resume', goOn).on('close', this.#leaveParser);
  }

  #run(bytes: Uint8Array): number | ParserError {
    const before = this.#received;
    const wasBetween = this.#isBetweenMessages();
    const result = this.#execute.call(this.#parser, bytes);
    if (this.#stopping) return this.#putBack(result, bytes);
    if (typeof result !== 'number') return result;
    const isWithinFields = this.#received === before && wasBetween;
    if ((this.#parser.incoming as { upgrade?: boolean } | null)?.upgrade === true) this.#leaveParser();
    else if (result < bytes.length) return isWithinFields ? hiddenError(bytes, result) : this.#putBack(result, bytes);
    else if (isWithinFields) this.#remember(bytes);
    else {
      this.#begun = '';
      const end = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).lastIndexOf('\r\n\r\n');
      if (end !== -1 && this.#isBetweenMessages()) this.#remember(bytes.subarray(end + 4));
    }
    return result;
  }

  /** Returns the bytes that a stopped parser has not parsed to the socket. */
  #putBack(result: number | ParserError, bytes: Uint8Array): number | ParserError {
    if (typeof result !== 'number' && result.code !== 'HPE_PAUSED') return result;
    const end = typeof result === 'number' ? result : (result.bytesParsed ?? 0);
    this.#begun = '';
    if (this.#stopping) {
      this.#parser.resume();
      // Ends a message without content. Until its end is parsed, its request timeout runs.
      this.#execute.call(this.#parser, bytes.subarray(end, end));
    }
    if (end < bytes.length) this.#socket.unshift(bytes.subarray(end));
    return bytes.length;
  }

  #isBetweenMessages(): boolean {
    const { incoming } = this.#parser;
    return incoming === null || incoming.complete;
  }

  #remember(bytes: Uint8Array): void {
    const missing = METHOD_LENGTH - this.#begun.length;
    if (missing <= 0) return;
    // Empty lines before a message are not part of it (RFC 9112 2.2).
    this.#begun = (this.#begun + Buffer.from(bytes.subarray(0, missing)).toString('latin1')).trimStart();
  }
}

/** Makes the error that llhttp hides after a message that asked to upgrade. Its code is lost; this one is the most likely. */
function hiddenError(rawPacket: Uint8Array, bytesParsed: number): ParserError {
  return Object.assign(new Error('Parse Error'), { code: 'HPE_INVALID_METHOD', rawPacket, bytesParsed });
}

let knownKey: string | undefined;

function onExecuteKey(parser: object): string {
  knownKey ??= Object.entries(parser).find(([, value]) => (value as OnExecute)?.name === 'bound onParserExecute')?.[0];
  if (knownKey === undefined)
    throw new Error('Cannot control the HTTP parser: the internals of this version of Node are different.');
  return knownKey;
}
