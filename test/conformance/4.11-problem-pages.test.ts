import { expect, it } from 'vitest';
import { problemType, SLUGS } from '../../src/problems/catalogue.ts';
import { contentPolicy, expectRefusal, readFields, validated } from './expected.ts';
import { describeOverTransports } from './over_transports.ts';
import { siteCorpus } from './site.ts';
import { textOf } from './transports.ts';

describeOverTransports('4.11 GET /api/problems/{slug}', { corpus: siteCorpus() }, (send) => {
  it.each(SLUGS)('/api/problems/%s explains the problem', async (slug) => {
    const answer = await send({ target: `/api/problems/${slug}` });
    expect({ status: answer.status, headers: answer.headers }).toEqual({
      status: 200,
      headers: readFields(answer, {
        ...validated,
        'content-type': 'text/html; charset=utf-8',
        ...contentPolicy(answer, "'none'"),
      }),
    });
    const { title, status } = problemType(slug);
    expect(textOf(answer)).toContain(`<h1>${title} <small>${status}</small></h1>`);
    expect(textOf(answer)).not.toContain('<script');
  });

  it.each([
    '/api/problems/__proto__',
    '/api/problems/constructor',
    '/api/problems/toString',
    '/api/problems/a/b',
    '/api/problems/invalid-query/x',
    '/api/problems/%3Cscript%3E',
    '/api/problems/',
    '/api/problems',
  ])('%s does not exist', async (target) => {
    expectRefusal(await send({ target }), 'no-such-resource');
  });

  it('is refused for Accept: application/json', async () => {
    const answer = await send({ target: '/api/problems/invalid-query', headers: { Accept: 'application/json' } });
    expectRefusal(answer, 'not-acceptable', { vary: 'Accept' });
  });
});
