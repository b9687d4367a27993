import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { openBudget } from '../../cache/cache_budget.ts';
import { createLocalRequest } from '../requests/local_request.ts';
import { createContentCodings, leastCompressed, mostCompressed, mostCompressedAtOnce } from './content_codings.ts';
import { Representation } from './representation.ts';

const decoders = { gzip: gunzipSync, br: brotliDecompressSync, zstd: zstdDecompressSync };

function represent(length: number, cacheBytes = 64 * 1024 * 1024) {
  const body = new Uint8Array(length).fill(0x61);
  const parts = { contentType: 'text/plain', body, validator: 'a.b', caching: ['Cache-Control', 'no-cache'] };
  return new Representation(parts, createContentCodings(openBudget(cacheBytes)));
}

function ask(coding: string, ifNoneMatch?: string) {
  const condition = ifNoneMatch === undefined ? {} : { 'if-none-match': ifNoneMatch };
  return createLocalRequest({ method: 'GET', target: '/', fields: { 'accept-encoding': coding, ...condition } });
}

function headerOf(headers: readonly string[], name: string): string | undefined {
  return headers[headers.indexOf(name) + 1];
}

describe('Representation', () => {
  it.each([
    [leastCompressed - 1, null, 'at once'],
    [leastCompressed, 'gzip', 'at once'],
    [mostCompressedAtOnce, 'gzip', 'at once'],
    [mostCompressedAtOnce + 1, 'gzip', 'later'],
    [mostCompressed, 'gzip', 'later'],
    [mostCompressed + 1, null, 'at once'],
  ] as const)('gives a body of %i bytes in the coding %s, %s', async (length, coding, when) => {
    const given = represent(length).answer(ask('gzip'));
    expect(given instanceof Promise).toBe(when === 'later');
    const { status, headers, body } = await given;
    expect(status).toBe(200);
    expect(headers.includes('Content-Encoding')).toBe(coding !== null);
    expect(headerOf(headers, 'Content-Length')).toBe(String(body!.length));
    expect((coding === null ? body! : gunzipSync(body!)).length).toBe(length);
  });

  it.each(['gzip', 'br', 'zstd'] as const)(
    'compresses a long body by %s once for all who wait, then has it at hand',
    async (coding) => {
      const representation = represent(mostCompressedAtOnce + 1);
      const [first, second] = [representation.answer(ask(coding)), representation.answer(ask(coding))];
      const answer = await first;
      expect(await second).toBe(answer);
      expect(representation.answer(ask(coding))).toBe(answer);
      expect(decoders[coding](answer.body!).length).toBe(mostCompressedAtOnce + 1);
    },
  );

  it('answers 304 for a long body without compressing it', () => {
    const representation = represent(mostCompressedAtOnce + 1);
    expect(representation.answer(ask('gzip', '"a.b.gz"'))).toMatchObject({ status: 304, body: null });
    expect(representation.answer(ask('gzip', '"a.b"'))).toBeInstanceOf(Promise);
  });

  it('compresses a long body each time where nothing is cached', async () => {
    const representation = represent(mostCompressedAtOnce + 1, 0);
    const answer = await representation.answer(ask('br'));
    expect(representation.answer(ask('br'))).toBeInstanceOf(Promise);
    expect(brotliDecompressSync(answer.body!).length).toBe(mostCompressedAtOnce + 1);
  });
});
