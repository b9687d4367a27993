import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { STAMPS } from '../fixtures/corpus_of.ts';
import { common, validated, validator } from './expected.ts';
import { describeOverTransports } from './over_transports.ts';
import { siteCorpus } from './site.ts';

const target = '/api/pages/writing/search';

describeOverTransports('4.15 Conditional requests', { corpus: siteCorpus() }, (send) => {
  it.each([`"${validator}"`, '*', `W/"${validator}"`, `"a,b", "${validator}"`, `${'"x",'.repeat(2000)}"${validator}"`])(
    'If-None-Match: %s is answered 304',
    async (condition) => {
      const answer = await send({ target, headers: { 'If-None-Match': condition } });
      expect(answer).toEqual({
        status: 304,
        headers: { ...common, ...validated, vary: 'Accept, Accept-Encoding' },
        body: expect.objectContaining({ length: 0 }),
      });
    },
  );

  it.each([
    { 'If-None-Match': validator },
    { 'If-None-Match': '"else"' },
    { 'If-None-Match': `"x,${validator}"` },
    { 'If-None-Match': `"${validator}"`, Accept: 'text/markdown' },
    { 'If-None-Match': `"${validator}"`, 'Accept-Encoding': 'gzip' },
  ])('%j is answered with the content', async (headers) => {
    expect((await send({ target, headers })).status).toBe(200);
  });

  it.each([
    { 'If-Match': '"else"' },
    { 'If-Modified-Since': 'Fri, 01 Jan 2100 00:00:00 GMT' },
    { 'If-Unmodified-Since': 'Thu, 01 Jan 1970 00:00:00 GMT' },
    { Range: 'bytes=0-0' },
    { Range: 'bytes=0-0', 'If-Range': `"${validator}"` },
  ])('%j changes nothing', async (headers) => {
    expect(await send({ target, headers })).toEqual(await send({ target }));
  });

  it.each([
    ['gzip', '.gz', gunzipSync],
    ['br', '.br', brotliDecompressSync],
    ['zstd', '.zst', zstdDecompressSync],
  ])('%s has its own validator', async (coding, suffix, decompress) => {
    const plain = await send({ target });
    const headers = { 'Accept-Encoding': coding };
    const coded = await send({ target, headers });
    expect(coded.headers).toEqual({
      ...plain.headers,
      'content-encoding': coding,
      'content-length': String(coded.body.length),
      etag: `"${validator}${suffix}"`,
    });
    expect(decompress(coded.body)).toEqual(Buffer.from(plain.body));
    const conditional = { ...headers, 'If-None-Match': `"${validator}${suffix}"` };
    expect((await send({ target, headers: conditional })).status).toBe(304);
  });
});

describeOverTransports('4.15.3 A stamp is missing', { corpus: siteCorpus({}, { ...STAMPS, commit: null }) }, (send) => {
  it.each([target, '/api/pages?q=cache'])('%s has no validator and ignores conditions', async (address) => {
    const answer = await send({ target: address, headers: { 'If-None-Match': '*' } });
    expect(answer.status).toBe(200);
    expect(answer.headers).not.toHaveProperty('etag');
    expect(answer.headers['cache-control']).toBe('no-cache');
  });
});
