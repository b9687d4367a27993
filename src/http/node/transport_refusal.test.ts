import { describe, expect, it } from 'vitest';
import {
  isHead,
  type Message,
  readUnknownMethod,
  refuseMessage,
  refuseUnparsed,
  type UnknownMethodHead,
} from './transport_refusal.ts';

const message: Message = { target: '/api/tags', host: 'a.example', hostLines: 1, coding: null };

describe('refuseMessage', () => {
  it.each<[string, string, Partial<Message>]>([
    ['HTTP/1.1', '1.1', {}],
    ['chunks', '1.1', { coding: 'chunked' }],
    ['chunks in another case', '1.1', { coding: ' Chunked ' }],
    ['HTTP/1.0', '1.0', {}],
    ['HTTP/1.0 without a Host', '1.0', { host: '', hostLines: 0 }],
    ['an absolute-form target', '1.1', { target: 'http://b.example:81/api/tags' }],
    ['the asterisk form', '1.1', { target: '*' }],
    ['the authority form', '1.1', { target: 'b.example:443' }],
  ])('lets %s pass', (_, version, parts) => {
    expect(refuseMessage(version, { ...message, ...parts })).toBeNull();
  });

  it.each<[string, string, Partial<Message>, number]>([
    ['a request line without a version', '0.9', {}, 400],
    ['HTTP/2.0 in text', '2.0', {}, 505],
    ['a transfer coding on HTTP/1.0', '1.0', { coding: 'chunked' }, 400],
    ['a coding that nobody knows, without an end', '1.1', { coding: 'nonsense' }, 400],
    ['chunks within another coding', '1.1', { coding: 'chunked, gzip' }, 400],
    ['chunks of chunks', '1.1', { coding: 'chunked, chunked' }, 400],
    ['a transfer coding without a name', '1.1', { coding: '' }, 400],
    ['chunks of another coding', '1.1', { coding: 'gzip, chunked' }, 501],
    ['no Host', '1.1', { host: '', hostLines: 0 }, 400],
    ['two Host lines', '1.1', { hostLines: 2 }, 400],
    ['two Host lines on HTTP/1.0', '1.0', { hostLines: 2 }, 400],
    ['a Host that is none', '1.1', { host: 'a@b' }, 400],
    ['an absolute-form target without a host', '1.1', { target: 'http:///api/tags' }, 400],
    ['an absolute-form target with a user', '1.1', { target: 'http://a@b/api/tags' }, 400],
  ])('refuses %s', (_, version, parts, status) => {
    expect(refuseMessage(version, { ...message, ...parts })).toMatchObject({ status });
  });
});

function head(method: string, fields: readonly string[]): UnknownMethodHead {
  return { method, target: '/x', version: '1.1', fields };
}

describe('refuseUnparsed', () => {
  it.each<[string, string, number]>([
    ['an unknown method', '^FETCH /x HTTP/1.1', 501],
    ['a method in lower case', '^get http://a/ HTTP/1.1', 501],
    ['an unknown method that the parser read a part of', 'PRO^BE * HTTP/1.1', 501],
    ['an unknown method behind another request', 'GET /x HTTP/1.1\r\n\r\n^FETCH /x HTTP/1.1', 501],
    ['an unknown method behind a body', '{"a":1}^FETCH /x HTTP/1.1', 501],
    ['a line that names no address', '^FETCH x HTTP/1.1', 400],
    ['a TLS greeting', '^\x16\x03\x01\r\n', 400],
    ['an empty packet', '^', 400],
  ])('refuses %s %s with %d', (_, marked, status) => {
    const bytesParsed = marked.indexOf('^');
    const rawPacket = Buffer.from(marked.replace('^', ''), 'latin1');
    expect(refuseUnparsed({ code: 'HPE_INVALID_METHOD', rawPacket, bytesParsed })).toMatchObject({ status });
  });

  it.each<[string, UnknownMethodHead | null]>([
    ['^FETCH /x HTTP/1.1\r\nHost: a\r\nX:  b \r\n\r\n', head('FETCH', ['Host', 'a', 'X', 'b'])],
    ['GET / HTTP/1.1\r\n\r\nPRO^BE /x HTTP/1.1\r\n\r\nrest', head('PROBE', [])],
    ['^FETCH /x HTTP/1.1\r\nHost: a\r\n', null],
    ['^FETCH /x HTTP/1.1\r\nHost : a\r\n\r\n', null],
    ['^FETCH /x HTTP/1.1\r\n folded\r\n\r\n', null],
    ['^FETCH /x HTTP/2.0\r\n\r\n', null],
    ['^\x16\x03\r\n\r\n', null],
  ])('reads a request with an unknown method from %j', (marked, expected) => {
    const rawPacket = Buffer.from(marked.replace('^', ''), 'latin1');
    const error = { code: 'HPE_INVALID_METHOD', rawPacket, bytesParsed: marked.indexOf('^') };
    expect(readUnknownMethod(error)).toEqual(expected);
  });

  it.each([
    ['GET / HTTP/9.9^\r\n', 505],
    ['GET / HTTP/1.1\r\n\r\nGET / HTTP/^9.9\r\n', 505],
    ['GET / HTTP/1.1^.1\r\n', 400],
    ['GET / HTTP/1.1^ more\r\n', 400],
    ['GET / ^\r\n', 400],
    ['GET / HTTP/1.1^\n', 400],
    ['GET / HTTP/9.9^\n', 400],
  ])('refuses a version at %j with %d', (marked, status) => {
    const rawPacket = Buffer.from(marked.replace('^', ''), 'latin1');
    expect(refuseUnparsed({ code: 'HPE_INVALID_VERSION', rawPacket, bytesParsed: marked.indexOf('^') })).toMatchObject({
      status,
    });
  });

  it.each([
    ['HPE_HEADER_OVERFLOW', 431],
    ['HPE_PAUSED_H2_UPGRADE', 505],
    ['ERR_HTTP_REQUEST_TIMEOUT', 408],
    ['HPE_INVALID_VERSION', 400],
    ['HPE_INVALID_HEADER_TOKEN', 400],
    ['HPE_INVALID_METHOD', 400],
  ])('refuses %s without bytes with %d', (code, status) => {
    expect(refuseUnparsed({ code })).toMatchObject({ status });
  });
});

describe('isHead', () => {
  it.each([
    ['HEAD / HTTP/1.1\r\nbad name', true],
    ['GET / HTTP/1.1\r\nbad name', false],
    ['HEAD / HTTP/1.1\r\n\r\nGET / HTTP/1.1\r\nbad name', false],
    ['head / HTTP/1.1', false],
    ['GET / HTTP/1.1\r\n\r\nHEAD / HTTP/1.1\r\nbad name', true],
  ])('for %j is %j', (text, expected) => {
    expect(isHead({ rawPacket: Buffer.from(`${text}: and more\r\n\r\n`), bytesParsed: text.length })).toBe(expected);
  });

  it.each([
    ['HEAD /a ', 'bad name', true],
    ['HEA', 'D / HTTP/1.1\r\nbad name', true],
    ['GET /a H', 'bad name', false],
    ['HEAD /a ', 'x: a\r\n\r\nGET / HTTP/1.1\r\nbad name', false],
  ])('for %j that arrived before %j is %j', (begun, text, expected) => {
    const rawPacket = Buffer.from(`${text}: and more\r\n\r\n`);
    expect(isHead({ rawPacket, bytesParsed: text.length }, begun)).toBe(expected);
  });

  it('is false without any bytes', () => {
    expect([isHead({}), isHead({}, 'HEAD / H')]).toEqual([false, true]);
  });
});
