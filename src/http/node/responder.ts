import { IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type MaybePromise, mapMaybe } from '../../async/maybe_promise.ts';
import { describeFailure, neverThrowing, type Observe, type RequestAnswered } from '../../observation/observation.ts';
import { type Refusal, refuse, refuseTransport } from '../../problems/refusal.ts';
import { isTraceparent } from '../../protocol/traceparent.ts';
import { type Answer, checkFields, withoutBodyForHead } from '../answers/answer.ts';
import { answerRefusal } from '../answers/answer_refusal.ts';
import type { ApiRequest } from '../requests/api_request.ts';
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

const failure = refuse('unexpected-failure', 'Cannot answer: the server failed. The request was not at fault.');
const unknownExpectation = refuseTransport(417, 'Cannot meet the expectation: only 100-continue is supported.');
const tooManyLines = refuseTransport(431, 'Cannot read the request: it has too many header lines.');
const tooManyConnections = refuseTransport(
  503,
  'Cannot answer on this connection: too many are open. Try again in a moment.',
);

/** What a request expects before the client sends its content: nothing, `100-continue`, or something unknown (RFC 9110 10.1.1). */
export type Expectation = 'nothing' | 'continue' | 'other';

interface ResponderOptions {
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

/**
 * Answers requests, each once, and observes the answers: requests with a response object of node:http, and those that node:http
 * leaves to the socket.
 */
export function createResponder(options: ResponderOptions) {
  const { current, limits, isOverCap, isProxy, isLogged, isClosing } = options;
  const observe = neverThrowing(options.observe);

  function read(message: IncomingMessage, response: ServerResponse | null, awaitsContinue: boolean): NodeRequest {
    const request = new NodeRequest(message, response, awaitsContinue, isClosing());
    if (isProxy?.(message.socket.remoteAddress)) request.trustForwarded();
    return request;
  }

  /** The refusal for a message that no resource should see; null for none. */
  function refusalOf(message: IncomingMessage, request: NodeRequest): Refusal | null {
    if (message.rawHeaders.length > 2 * limits.headerLines) return tooManyLines;
    if (isOverCap(message.socket)) return tooManyConnections;
    return refuseMessage(message.httpVersion, request);
  }

  function tell(request: NodeRequest | null, answer: Answer): void {
    if (options.observe === null) return;
    const milliseconds = request === null ? 0 : performance.now() - request.arrivedAt;
    observe(describeAnswered(request, answer, milliseconds, isLogged));
  }

  /** The answer to a request, of the service or a refusal. */
  function answerTo(request: NodeRequest, refusal: Refusal | null): MaybePromise<Answer> {
    return refusal === null ? current().answer(request) : answerRefusal(refusal, '', null, request);
  }

  /** Reports an unexpected error of answering or writing. @returns the answer to send instead */
  function failed(request: NodeRequest, error: unknown): Answer {
    observe({ kind: 'request-failed', method: request.method, failure: describeFailure(error) });
    return withoutBodyForHead(request, answerRefusal(failure, '', null, request));
  }

  /**
   * Makes an answer and sends it. The boundary of this server: an error gets a 500 instead, or ends the connection once the
   * answer was begun.
   * @returns a promise while the answer is made; it never rejects
   */
  function answerAndSend(
    request: NodeRequest,
    refusal: Refusal | null,
    send: (answer: Answer) => void,
    abandon: () => void,
  ): MaybePromise<void> {
    const finish = (answer: Answer): void => {
      // A last answer is written past node:http, which would check it.
      send(checkFields(answer));
      tell(request, answer);
    };
    const recover = (error: unknown): void => {
      try {
        finish(failed(request, error));
      } catch {
        abandon();
      }
    };
    try {
      const sent = mapMaybe(answerTo(request, refusal), finish);
      return sent instanceof Promise ? sent.catch(recover) : sent;
    } catch (error) {
      recover(error);
    }
  }

  function endWith(socket: Duplex, answer: Answer): void {
    writeLastAnswer(socket, answer, limits);
    tell(null, answer);
  }

  function respondOnSocket(message: IncomingMessage, socket: Duplex): void {
    const request = read(message, null, false);
    void answerAndSend(
      request,
      refusalOf(message, request),
      (answer) => writeLastAnswer(socket, answer, limits),
      () => socket.destroy(),
    );
  }

  return {
    /** @param isPipelined whether the request came before the answer to the one before was written */
    respond(message: IncomingMessage, response: ServerResponse, expects: Expectation, isPipelined: boolean): void {
      const request = read(message, response, expects === 'continue');
      request.isPipelined = isPipelined;
      const refusal = expects === 'other' ? unknownExpectation : refusalOf(message, request);
      const sent = answerAndSend(
        request,
        refusal,
        (answer) => writeAnswer(request, message, response, answer, isClosing() || refusal !== null, limits),
        () => message.socket.destroy(),
      );
      if (sent instanceof Promise) underWay.set(message.socket, response);
    },

    /** Answers a request that has no response object, such as a CONNECT, and ends its connection. */
    respondOnSocket: (message: IncomingMessage, socket: Duplex) =>
      afterAnswers(socket, () => respondOnSocket(message, socket)),

    /** Answers a message that the parser could not read, and ends the connection. @param begun the message's first bytes, received earlier */
    respondUnparsed: (error: ParserError, socket: Socket, begun: string) =>
      afterAnswers(socket, () => {
        const head = readUnknownMethod(error);
        // The parser does not know every method; no resource answers those either.
        if (head !== null) respondOnSocket(toMessage(head, socket), socket);
        else {
          const answer = answerRefusal(refuseUnparsed(error), '', null, null);
          endWith(socket, isHead(error, begun) ? { ...answer, body: null } : answer);
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

/** No resource has a longer path. */
const longestPath = 1024;

/**
 * Describes an answered request.
 * @param request null when the request could not be parsed
 * @param isLogged whether to read the path and the trace, which only log lines contain
 */
export function describeAnswered(
  request: ApiRequest | null,
  answer: Answer,
  milliseconds: number,
  isLogged: boolean,
): RequestAnswered {
  return {
    kind: 'request-answered',
    method: request?.method ?? null,
    path: request === null || !isLogged ? null : pathOf(request.target),
    status: answer.status,
    resource: request?.resource ?? null,
    problem: answer.problem ?? null,
    traceparent: isLogged ? traceparentOf(request) : null,
    milliseconds,
    bytes: answer.text?.length ?? answer.body?.length ?? 0,
  };
}

function pathOf(target: string): string {
  const end = target.search(/[?#]/);
  return target.slice(0, Math.min(end === -1 ? target.length : end, longestPath));
}

function traceparentOf(request: ApiRequest | null): string | null {
  const value = request?.header('traceparent');
  return value !== undefined && isTraceparent(value) ? value : null;
}
