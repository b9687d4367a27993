import { describe, expect, it } from 'vitest';
import { siteCorpus } from '../../test/conformance/site.ts';
import { handlerOf } from './fetch_request.ts';
import { createService } from './service.ts';

const handle = handlerOf(createService({ corpus: siteCorpus({ publicOrigin: null }) }));
const query = { 'content-type': 'application/json', 'x-http-method-override': 'QUERY' };

describe('handlerOf', () => {
  it('answers a GET', async () => {
    const response = await handle(new Request('https://a.example/api/pages/about#top'));
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.json()).toMatchObject({ page: { path: 'about' } });
  });

  it('answers Markdown', async () => {
    const request = new Request('https://a.example/api/pages/about', { headers: { accept: 'text/markdown' } });
    expect(await (await handle(request)).text()).toBe('Who writes this.');
  });

  it('answers HEAD and a met condition without a body', async () => {
    const head = await handle(new Request('https://a.example/api/pages/about', { method: 'HEAD' }));
    expect([head.status, head.body]).toEqual([200, null]);
    const headers = { 'if-none-match': '*' };
    const conditional = await handle(new Request('https://a.example/api/pages/about', { headers }));
    expect([conditional.status, conditional.body]).toEqual([304, null]);
  });

  it('answers a QUERY', async () => {
    const body = '{"slug":"etag"}';
    const response = await handle(new Request('https://a.example/api/pages', { method: 'POST', headers: query, body }));
    expect(await response.json()).toMatchObject({ count: 1, total: 1 });
  });

  it('refuses a streamed body over the cap', async () => {
    const body = new Blob(['a'.repeat(1_048_577)]).stream();
    const request = new Request('https://a.example/api/pages', {
      method: 'POST',
      headers: query,
      body,
      duplex: 'half',
    } as RequestInit);
    expect((await handle(request)).status).toBe(413);
  });

  it('names the origin of the request in problem types', async () => {
    const response = await handle(new Request('https://a.example:81/a.example:81'));
    expect(await response.json()).toMatchObject({ type: 'https://a.example:81/api/problems/no-such-resource' });
  });
});
