import { expect, it } from 'vitest';
import { expectRefusal } from '../../test/conformance/expected.ts';
import { describeOverTransports } from '../../test/conformance/over_transports.ts';
import { siteCorpus } from '../../test/conformance/site.ts';
import type { Corpus } from '../corpus/corpus.ts';
import { EngineUnavailable } from '../engine/engine_unavailable.ts';
import { createLocalRequest } from './requests/local_request.ts';
import { createService } from './service.ts';

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

it('caches the place of a path once, whatever is searched there', async () => {
  const service = createService({ corpus });
  const placed: (number | undefined)[] = [];
  for (const target of ['/api/pages?q=a', '/api/pages?q=b&limit=3', '/api/pages?', '/api/pages', '/api/search?q=a']) {
    const { status } = await service.answer(createLocalRequest({ method: 'GET', target }));
    const { caches } = service.load();
    placed.push(status, caches.find(({ name }) => name === 'places')?.bytes);
  }
  const [, one] = placed;
  const two = placed.at(-1);
  expect(one).toBeGreaterThan(0);
  expect(two).toBeGreaterThan(one!);
  expect(placed).toEqual([200, one, 200, one, 422, one, 422, one, 200, two]);
});

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
