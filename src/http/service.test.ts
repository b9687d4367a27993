import { expect, it } from 'vitest';
import { expectRefusal } from '../../test/conformance/expected.ts';
import { describeOverTransports } from '../../test/conformance/over_transports.ts';
import { siteCorpus } from '../../test/conformance/site.ts';
import type { Corpus } from '../corpus/corpus.ts';
import { EngineUnavailable } from '../engine/engine_unavailable.ts';

const corpus = siteCorpus();
const failing: Corpus = {
  ...corpus,
  pages: {
    ...corpus.pages,
    count: corpus.pages.count,
    find: () => 0,
    row() {
      throw new Error('a secret of the server');
    },
  },
};
const failures: unknown[] = [];

describeOverTransports(
  'createService',
  { corpus: failing, observe: (observation) => failures.push(observation) },
  (send) => {
    it('answers a failure with a problem that reveals nothing, and reports it to the observer', async () => {
      failures.length = 0;
      const answer = await send({ target: '/api/pages/index' });
      expectRefusal(answer, 'unexpected-failure');
      expect(new TextDecoder().decode(answer.body)).not.toContain('secret');
      expect(failures).toEqual([
        { kind: 'request-failed', method: 'GET', failure: expect.stringMatching(/^Error at .*service\.test\.ts/) },
      ]);
      expect(JSON.stringify(failures)).not.toContain('secret');
    });
  },
);

const away: Corpus = {
  ...failing,
  pages: {
    ...failing.pages,
    row() {
      throw new EngineUnavailable('the engine did not answer');
    },
  },
};

describeOverTransports(
  'createService over an engine that cannot be reached',
  { corpus: away, observe: (observation) => failures.push(observation) },
  (send) => {
    it('says when to ask again, and why in the log', async () => {
      failures.length = 0;
      const answer = await send({ target: '/api/pages/index' });
      expectRefusal(answer, 'unexpected-failure', { 'retry-after': '1' });
      expect(failures).toEqual([{ kind: 'request-failed', method: 'GET', failure: 'the engine did not answer' }]);
    });
  },
);
