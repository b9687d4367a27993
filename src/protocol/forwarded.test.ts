import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Forwarded, readForwarded } from './forwarded.ts';
import { isHost } from './host.ts';

const none: Forwarded = { scheme: null, host: null };

describe('readForwarded', () => {
  it.each<[string | undefined, Partial<Forwarded>]>([
    [undefined, {}],
    ['', {}],
    ['proto=https;host=api.example', { scheme: 'https', host: 'api.example' }],
    ['for=192.0.2.1; Proto=HTTPS ;HOST="api.example:8443"', { scheme: 'https', host: 'api.example:8443' }],
    ['for="[2001:db8::1]:80";host="[2001:db8::2]"', { host: '[2001:db8::2]' }],
    ['host=evil.example, host=api.example', { host: 'api.example' }],
    ['host=evil.example, for=192.0.2.1', {}],
    ['for="a,b";host=api.example', { host: 'api.example' }],
    ['host="api\\.example"', { host: 'api.example' }],
    ['host=api.example:8443', {}],
    ['host = api.example', {}],
    ['host=a.example;host=b.example', {}],
    ['host=api.example;x', {}],
    ['host=api.example;=x', {}],
    ['host="api.example', {}],
    ['host="\\"><script>"', {}],
    ['host="a@b"', {}],
    ['host=""', {}],
    ['proto=ftp;host=api.example', { host: 'api.example' }],
    ['"host=evil.example, host=api.example', {}],
  ])('reads Forwarded: %s', (forwarded, expected) => {
    expect(readForwarded({ forwarded, forwardedProto: undefined, forwardedHost: undefined })).toEqual({
      ...none,
      ...expected,
    });
  });

  it.each<[string | undefined, string | undefined, Partial<Forwarded>]>([
    ['https', 'api.example:8443', { scheme: 'https', host: 'api.example:8443' }],
    ['HTTP', undefined, { scheme: 'http' }],
    [undefined, 'evil.example, api.example', { host: 'api.example' }],
    ['http,https', ' api.example ', { scheme: 'https', host: 'api.example' }],
    ['wss', '"><script>', {}],
    ['https,', 'api.example,', {}],
    ['', '', {}],
  ])('reads X-Forwarded-Proto: %s and X-Forwarded-Host: %s', (forwardedProto, forwardedHost, expected) => {
    expect(readForwarded({ forwarded: undefined, forwardedProto, forwardedHost })).toEqual({ ...none, ...expected });
  });

  it.each<[string, string, string, Forwarded]>([
    ['host=a.example', 'https', 'a.example', { scheme: 'https', host: 'a.example' }],
    ['proto=http;host=a.example', 'http', 'b.example', { scheme: 'http', host: null }],
    ['proto=http;host=a.example', 'https', 'a.example', { scheme: null, host: 'a.example' }],
  ])('compares both kinds of fields: %s, %s, %s', (forwarded, forwardedProto, forwardedHost, expected) => {
    expect(readForwarded({ forwarded, forwardedProto, forwardedHost })).toEqual(expected);
  });

  it('returns only valid hosts and schemes, whatever the fields contain', () => {
    const part = fc.oneof(
      fc.constantFrom('host=', 'proto=https', 'a.example', '"', '\\', ',', ';', ' ', ':80'),
      fc.string(),
    );
    const field = fc.option(
      fc.array(part).map((parts) => parts.join('')),
      { nil: undefined },
    );
    fc.assert(
      fc.property(field, field, field, (forwarded, forwardedProto, forwardedHost) => {
        const { scheme, host } = readForwarded({ forwarded, forwardedProto, forwardedHost });
        expect([null, 'http', 'https']).toContain(scheme);
        expect(host === null || isHost(host)).toBe(true);
      }),
    );
  });
});
