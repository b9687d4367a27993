import { expect, it } from 'vitest';
import { corpusOfDocuments } from '../engines/retrieve_documents.ts';
import { createAsker, requestsOf, WAYS } from './ask_service.ts';

const bodyOf = (way: 'QUERY any' | 'QUERY like', text: string): unknown =>
  JSON.parse(Buffer.from(requestsOf(way, text, 10)[0]!.body!).toString());

it('asks for as many rows as one answer has, and goes on from there', () => {
  expect(requestsOf('/api/search?q=', 'a & b', 100).map(({ target }) => target)).toEqual([
    '/api/search?q=a%20%26%20b&sections=0&offset=0&limit=50',
    '/api/search?q=a%20%26%20b&sections=0&offset=50&limit=50',
  ]);
  expect(requestsOf('/api/search?q=', 'a', 10).map(({ target }) => target)).toEqual([
    '/api/search?q=a&sections=0&offset=0&limit=10',
  ]);
  expect(requestsOf('/api/pages?q=', 'a', 100).map(({ target }) => target)).toEqual(['/api/pages?q=a&limit=100']);
});

it('asks for any of the words as they are written, each once', () => {
  expect(bodyOf('QUERY any', ' C++  or C++ ')).toEqual({
    match: {
      any: [
        { text: 'C++', in: 'all' },
        { text: 'or', in: 'all' },
      ],
    },
    limit: 10,
  });
  expect(bodyOf('QUERY like', 'a text')).toEqual({ like: 'a text', limit: 10 });
});

it('finds pages in every way, and says what the service refuses', async () => {
  const texts = ['alpha beta gamma', 'alpha delta', 'epsilon'];
  const ask = createAsker(corpusOfDocuments(texts.map((text, i) => ({ id: String(i), title: text, text }))));
  for (const way of WAYS) expect([way, (await ask(way, 'alpha beta', 10))?.[0]]).toEqual([way, '000000000']);
  expect(await ask('/api/search?q=', 'x'.repeat(201), 10)).toBeNull();
});
