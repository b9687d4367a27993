import { expect, it } from 'vitest';
import { STAMPS } from '../fixtures/corpus_of.ts';
import { readFields } from './expected.ts';
import { describeOverTransports } from './over_transports.ts';
import { siteCorpus } from './site.ts';
import { textOf } from './transports.ts';

describeOverTransports('9 GET /version.json', { corpus: siteCorpus() }, (send) => {
  it('answers both stamps', async () => {
    const answer = await send({ target: '/version.json' });
    expect({ ...answer, body: textOf(answer) }).toEqual({
      status: 200,
      headers: readFields(answer, { 'cache-control': 'no-cache' }),
      body: JSON.stringify(STAMPS),
    });
  });
});

const local = { commit: null, content: null };
describeOverTransports('9 GET /version.json of a local build', { corpus: siteCorpus({}, local) }, (send) => {
  it('answers null for missing stamps', async () => {
    expect(textOf(await send({ target: '/version.json' }))).toBe('{"commit":null,"content":null}');
  });
});
