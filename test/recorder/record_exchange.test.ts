import { describe, expect, it } from 'vitest';
import { describeApi } from '../../src/discovery/openapi/describe_api.ts';
import type { ReceivedAnswer, SentRequest } from '../conformance/transports.ts';
import { SETTINGS } from '../fixtures/corpus_of.ts';
import { FEATURES } from '../fixtures/features.ts';
import { createExchangeRecorder } from './record_exchange.ts';

const origin = 'https://answering.example';
const record = createExchangeRecorder(
  describeApi({
    settings: SETTINGS,
    origin,
    features: FEATURES,
  }),
);

const request: SentRequest = { target: '/api/tags?limit=1' };
const list = { items: [], count: 0, total: 0 };
const headers = {
  'content-type': 'application/json',
  'x-content-type-options': 'nosniff',
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'ETag',
  'cache-control': 'no-cache',
  vary: 'Accept-Encoding',
};
const problem = { type: `${origin}/api/problems/no-such-resource`, title: 'a', status: 404, detail: 'b' };
const problemHeaders = { ...headers, 'content-type': 'application/problem+json', 'cache-control': 'no-store' };
const { vary: _, ...refusalHeaders } = problemHeaders;
const asQuery = { 'x-http-method-override': 'QUERY' };

function answer(body: unknown, more: Partial<ReceivedAnswer> = {}): ReceivedAnswer {
  return { status: 200, headers, body: new TextEncoder().encode(JSON.stringify(body)), ...more };
}

const refused = (body: unknown, status = 404) => answer(body, { status, headers: refusalHeaders });

describe('createExchangeRecorder', () => {
  it.each<[string, SentRequest, ReceivedAnswer]>([
    ['an answer as described', request, answer(list)],
    ['the refusal of an address that is not described', { target: '/nothing' }, refused(problem)],
    ['OPTIONS *', { method: 'OPTIONS', target: '*' }, answer('anything')],
  ])('accepts %s', (_, sent, received) => {
    expect(() => record(sent, received)).not.toThrow();
  });

  it.each<[string, SentRequest, ReceivedAnswer, RegExp]>([
    ['a path', { target: '/api/nothing' }, answer(list), /no path has no GET/],
    ['a method', { method: 'PUT', target: '/api/tags' }, answer(list), /\/api\/tags has no PUT/],
    ['a status', request, answer(list, { status: 203 }), /\/api\/tags has no 203/],
    ['a field', request, answer(list, { headers: { ...headers, 'x-new': 'a' } }), /field x-new is not described/],
    [
      'a missing field',
      request,
      answer(list, { headers: { 'content-type': 'application/json' } }),
      /field x-content-type-options is missing/,
    ],
    [
      'a value of a field',
      request,
      answer(list, { headers: { ...headers, 'x-content-type-options': 'sniff' } }),
      /field x-content-type-options is sniff/,
    ],
    [
      'a media type',
      request,
      answer(list, { headers: { ...headers, 'content-type': 'text/html' } }),
      /media type text\/html is not described/,
    ],
    ['a member', request, answer({ ...list, more: true }), /must NOT have unevaluated properties/],
    ['a missing member', request, answer({ items: [], count: 0 }), /must have required property 'total'/],
    ['content of HEAD', { ...request, method: 'HEAD' }, answer(list), /content is not described/],
    [
      'a problem type of another origin',
      { target: '/nothing' },
      refused({ ...problem, type: 'https://else.example/api/problems/no-such-resource' }),
      /must be equal to one of the allowed values/,
    ],
    [
      'a problem whose status differs',
      { target: '/nothing' },
      refused({ ...problem, status: 405 }),
      /the body: status is 405/,
    ],
    [
      'a parameter that should be refused',
      { target: '/api/pages?q=a&limit=500' },
      answer(list, { headers: { ...headers, 'accept-query': 'application/json' } }),
      /parameter limit is 500/,
    ],
    [
      'a body that should be refused',
      { method: 'POST', target: '/api/pages', headers: asQuery, body: '{"what":1}' },
      answer(list),
      /the body of the request/,
    ],
  ])('throws at %s that the description does not have', (_, sent, received, fault) => {
    expect(() => record(sent, received)).toThrow(fault);
  });
});
