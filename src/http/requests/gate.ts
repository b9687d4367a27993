import { createHash, timingSafeEqual } from 'node:crypto';
import { refuseTransport } from '../../problems/refusal.ts';
import type { Answer } from '../answers/answer.ts';
import { answerRefusal } from '../answers/answer_refusal.ts';
import type { ApiRequest } from './api_request.ts';

/**
 * The gate of a soft launch: one password for all visitors, sent by Basic authentication with any user name. It keeps casual
 * visitors out and authenticates no one (specification 5.3).
 *
 * @returns a check whether a request carries the password
 */
export function createGate(password: string): (request: Pick<ApiRequest, 'header'>) => boolean {
  const isPassword = createSecretCheck(password);
  return (request) => {
    const sent = readPassword(request.header('authorization'));
    return sent !== null && isPassword(sent);
  };
}

/** RFC 7617 2: everything after the first colon of `user:password` in Base64. */
function readPassword(field: string | undefined): string | null {
  const encoded = field === undefined ? undefined : /^basic +([A-Za-z0-9+/=]+)$/i.exec(field)?.[1];
  if (encoded === undefined) return null;
  const pair = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = pair.indexOf(':');
  return colon === -1 ? null : pair.slice(colon + 1);
}

/** The answer to a request without the password. */
export function answerLocked(request: ApiRequest): Answer {
  const refusal = refuseTransport(401, 'Cannot answer without the password: send it with Basic authentication.');
  const answer = answerRefusal(refusal, '', null, request);
  return { ...answer, headers: [...answer.headers, 'WWW-Authenticate', 'Basic realm="Catchword", charset="UTF-8"'] };
}

/** Makes a function that compares a text with the secret in constant time. */
export function createSecretCheck(secret: string): (sent: string) => boolean {
  const wanted = digest(secret);
  // Compare digests: timingSafeEqual needs equal lengths, and the time must not reveal the length.
  return (sent) => timingSafeEqual(digest(sent), wanted);
}

function digest(text: string): Uint8Array {
  return createHash('sha256').update(text).digest();
}
