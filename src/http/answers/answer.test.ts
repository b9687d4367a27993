import { describe, expect, it } from 'vitest';
import { siteCorpus } from '../../../test/conformance/site.ts';
import { transports } from '../../../test/conformance/transports.ts';
import { CachedAnswer, longestText } from './answer.ts';

describe('CachedAnswer', () => {
  it('has a short body also as text, with one character for each byte', () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    const answer = new CachedAnswer([], bytes);
    expect(Buffer.from(answer.text!, 'latin1')).toEqual(Buffer.from(bytes));
  });

  it('has no text of a long body', () => {
    const answer = new CachedAnswer([], new Uint8Array(longestText + 1));
    expect([answer.text, answer.text]).toEqual([undefined, undefined]);
  });
});

describe.each(transports)('an answer that is sent again ($name)', ({ open }) => {
  it.each(['identity', 'gzip', 'zstd'])('has the same bytes each time, coded as %s', async (coding) => {
    const client = await open({ corpus: siteCorpus({ publicOrigin: null }) });
    const request = { target: '/api/site-pages', headers: { 'Accept-Encoding': coding } };
    const first = await client.send(request);
    expect(first.status).toBe(200);
    for (const _ of [1, 2]) expect(await client.send(request)).toEqual(first);
    await client.close();
  });
});
