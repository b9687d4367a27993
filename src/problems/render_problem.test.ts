import { describe, expect, test } from 'vitest';
import { problemType, SLUGS, type TransportStatus } from './catalogue.ts';
import { refuse, refuseTransport } from './refusal.ts';
import { renderProblem } from './render_problem.ts';

const origin = 'https://api.example';

describe('renderProblem', () => {
  test('writes every member in one order, whatever the order of the refusal', () => {
    const refusal = {
      ...{ errors: [{ pointer: '#/limit', detail: 'Cannot answer 101 rows.' }], actual: 101, maximum: 100 },
      ...refuse('invalid-query', 'Cannot answer 101 rows.', { dimension: 'limit' }),
    };
    expect(renderProblem(refusal, origin)).toEqual({
      status: 422,
      body:
        '{"type":"https://api.example/api/problems/invalid-query","title":"Invalid query","status":422,' +
        '"detail":"Cannot answer 101 rows.","dimension":"limit","maximum":100,"actual":101,' +
        '"errors":[{"pointer":"#/limit","detail":"Cannot answer 101 rows."}]}',
    });
  });

  test('writes no markup, whatever a detail quotes', () => {
    const refusal = refuse('invalid-query', 'Cannot find "<script>".', {
      errors: [{ detail: '</b>', pointer: '#/<' }],
    });
    const { body } = renderProblem(refusal, origin);
    expect(body).not.toMatch(/[<>]/);
    expect(JSON.parse(body)).toMatchObject({
      detail: 'Cannot find "<script>".',
      errors: [{ detail: '</b>', pointer: '#/<' }],
    });
  });

  test('leaves out the members that a refusal does not have', () => {
    expect(renderProblem(refuse('malformed-body', 'Cannot read the body: it is empty.'), origin)).toEqual({
      status: 400,
      body:
        '{"type":"https://api.example/api/problems/malformed-body","title":"Malformed body","status":400,' +
        '"detail":"Cannot read the body: it is empty."}',
    });
  });

  test.each(SLUGS)('answers %s with its status and title', (slug) => {
    const { status, title } = problemType(slug);
    expect(JSON.parse(renderProblem(refuse(slug, 'Cannot do it.'), origin).body)).toEqual({
      type: `${origin}/api/problems/${slug}`,
      title,
      status,
      detail: 'Cannot do it.',
    });
  });

  test.each<[TransportStatus, string]>([
    [400, 'Bad Request'],
    [401, 'Unauthorized'],
    [408, 'Request Timeout'],
    [413, 'Content Too Large'],
    [414, 'URI Too Long'],
    [417, 'Expectation Failed'],
    [431, 'Request Header Fields Too Large'],
    [501, 'Not Implemented'],
    [503, 'Service Unavailable'],
    [505, 'HTTP Version Not Supported'],
  ])('answers %i, which has no slug, as about:blank under the title "%s"', (status, title) => {
    expect(renderProblem(refuseTransport(status, 'Cannot do it.'), origin)).toEqual({
      status,
      body: JSON.stringify({ type: 'about:blank', title, status, detail: 'Cannot do it.' }),
    });
  });
});
