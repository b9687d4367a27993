import { describe, expect, it } from 'vitest';
import { SETTINGS } from '../../../test/fixtures/corpus_of.ts';
import { createLocalRequest } from './local_request.ts';
import { originOf, originWithoutHost } from './origin_of.ts';

const originFor = (origin: string, fields: Readonly<Record<string, string>>, publicOrigin: string | null = null) =>
  originOf(createLocalRequest({ method: 'GET', target: '/', fields }), { ...SETTINGS, origin, publicOrigin });

describe('the origin of the service', () => {
  it.each(['https://site.example', '', '/docs'])('is the host of the request, whatever the site has (%s)', (origin) => {
    expect(originFor(origin, { host: 'here.example:8080' })).toBe('http://here.example:8080');
    expect(originFor(origin, { host: 'here.example' }, 'https://api.example')).toBe('https://api.example');
  });

  it.each([
    ['https://site.example/docs', null, 'https://site.example/docs'],
    ['', null, ''],
    ['/docs', null, ''],
    ['/docs', 'https://api.example', 'https://api.example'],
  ])('without a host, of a site below "%s" with the setting %s, is "%s"', (origin, publicOrigin, expected) => {
    expect(originFor(origin, {}, publicOrigin)).toBe(expected);
    expect(originWithoutHost({ ...SETTINGS, origin, publicOrigin })).toBe(expected);
  });
});
