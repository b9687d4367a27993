import { IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { MaybePromise } from '../../async/maybe_promise.ts';
import type { Observe } from '../../observation/observation.ts';
import { type Refusal, refuseTransport } from '../../problems/refusal.ts';
import type { Answer } from '../answers/answer.ts';
import { answerRefusal } from '../answers/answer_refusal.ts';
import { describeAnswered } from '../answers/answered.ts';
import type { Service } from '../service.ts';
import type { IsOverCap } from './connection_cap.ts';
import { NodeRequest } from './node_request.ts';
import type { ServerLimits } from './server_limits.ts';
import {
  isHead,
  type ParserError,
  readUnknownMethod,
  refuseMessage,
  refuseUnparsed,
  type UnknownMethodHead,
} from './transport_refusal.ts';
import type { IsTrustedProxy } from './trusted_proxies.ts';
import { writeAnswer, writeLastAnswer } from './write_answer.ts';

const unknownExpectation = refuseTransport(417, 'Cannot meet the expectation: only 100-continue is known.');
const tooManyLines = refuseTransport(431, 'Cannot read the request: it has too many lines of fields.');
const tooManyConnections = refuseTransport(
  503,
  'Cannot answer on this connection: too many are open. Try again in a moment.',
);

/** What a request expects before the client sends its content: nothing, `100-continue`, or something unknown (RFC 9110 10.1.1). */
export type Expectation = 'nothing' | 'continue' | 'other';

export interface ResponderOptions {
  /** Returns the service that answers now; called once for each request. */
  readonly current: () => Pick<Service, 'answer'>;
  readonly limits: ServerLimits;
  readonly isOverCap: IsOverCap;
  /** Null: no proxy is trusted. */
  readonly isProxy: IsTrustedProxy | null;
  readonly observe: Observe | null;
  readonly isLogged: boolean;
  /** Whether the server is closing, so that every answer ends its connection. */
  readonly isClosing: () => boolean;
}

/** Answers requests: those with a response object of node:http, and those that node:http leaves to the socket. */
export interface Responder {
  /**
   * @param hasWaited whether the request waited for answers before it on its connection
   * @returns a promise while the answer is made; not while content of the client is awaited
   */
  respond(
    message: IncomingMessage,
    response: ServerResponse,
    expects: Expectation,
    hasWaited: boolean,
  ): MaybePromise<void>;
  /** Answers a request that has no response object, such as a CONNECT, and ends its connection. */
  respondOnSocket(message: IncomingMessage, socket: Duplex): void;
  /** Answers what the parser could not read, and ends the connection. @param begun first bytes of the message that came earlier */
  respondUnparsed(error: ParserError, socket: Socket, begun: string): void;
}

/** Answers each request once, and observes the answer. */
export function createResponder(options: ResponderOptions): Responder {
  const { current, limits, isOverCap, isProxy, observe, isLogged, isClosing } = options;

  function read(message: IncomingMessage, response: ServerResponse | null, awaitsContinue: boolean): NodeRequest {
    const request = new NodeRequest(message, response, awaitsContinue, isClosing());
    if (isProxy?.(message.socket.remoteAddress)) request.trustForwarded();
    return request;
  }

  /** The refusal for a message that no resource should see; null for none. */
  function refuse(message: IncomingMessage, request: NodeRequest): Refusal | null {
    if (message.rawHeaders.length > 2 * limits.headerLines) return tooManyLines;
    if (isOverCap(message.socket)) return tooManyConnections;
    return refuseMessage(message.httpVersion, request);
  }

  function tell(request: NodeRequest | null, answer: Answer): void {
    if (observe === null) return;
    const milliseconds = request === null ? 0 : performance.now() - request.arrivedAt;
    observe(describeAnswered(request, answer, milliseconds, isLogged));
  }

  function endWith(request: NodeRequest | null, socket: Duplex, answer: Answer): void {
    writeLastAnswer(socket, answer, limits);
    tell(request, answer);
  }

  function respondOnSocket(message: IncomingMessage, socket: Duplex): void {
    const request = read(message, null, false);
    const refusal = refuse(message, request);
    const answer = refusal === null ? current().answer(request) : answerRefusal(refusal, '', null, request);
    if (answer instanceof Promise) void answer.then((done) => endWith(request, socket, done));
    else endWith(request, socket, answer);
  }

  return {
    respond(message, response, expects, hasWaited) {
      const request = read(message, response, expects === 'continue');
      request.hasWaited = hasWaited;
      const refusal = expects === 'other' ? unknownExpectation : refuse(message, request);
      const answer = refusal === null ? current().answer(request) : answerRefusal(refusal, '', null, request);
      if (answer instanceof Promise) {
        underWay.set(message.socket, response);
        const written = answer.then((done) => {
          writeAnswer(request, message, response, done, isClosing(), limits);
          tell(request, done);
        });
        return request.hasBody ? undefined : written;
      }
      writeAnswer(request, message, response, answer, isClosing() || refusal !== null, limits);
      tell(request, answer);
    },

    respondOnSocket: (message, socket) => afterAnswers(socket, () => respondOnSocket(message, socket)),

    respondUnparsed: (error, socket, begun) =>
      afterAnswers(socket, () => {
        const head = readUnknownMethod(error);
        // The parser does not know every method; no resource answers those either.
        if (head !== null) respondOnSocket(toMessage(head, socket), socket);
        else {
          const answer = answerRefusal(refuseUnparsed(error), '', null, null);
          endWith(null, socket, isHead(error, begun) ? { ...answer, body: null } : answer);
        }
      }),
  };
}

/** By connection: the newest response that was answered by a promise. */
const underWay = new WeakMap<Duplex, ServerResponse>();

/** Runs `answer` after the answers before it: responses go in the order of their requests (RFC 9112 9.3.2). */
function afterAnswers(socket: Duplex, answer: () => void): void {
  const before = underWay.get(socket);
  if (before?.req.complete && !before.writableFinished) before.once('finish', answer);
  else answer();
}

function toMessage({ method, target, version, fields }: UnknownMethodHead, socket: Socket): IncomingMessage {
  return Object.assign(new IncomingMessage(socket), {
    method,
    url: target,
    httpVersion: version,
    rawHeaders: [...fields],
  });
}
