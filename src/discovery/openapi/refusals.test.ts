import { describe, expect, it } from 'vitest';
import { type Refusal, refuse } from '../../problems/refusal.ts';
import { renderProblem } from '../../problems/render_problem.ts';
import { createGrammar } from '../../query/ask/grammar.ts';
import { validatePlan } from '../../query/ask/validate.ts';
import type { Response } from './openapi_document.ts';
import { createRefusalResponses } from './refusals.ts';

const origin = 'https://answering.example';

function examplesOf(response: Response | undefined): unknown[] {
  return Object.values(response?.content?.['application/problem+json']?.examples ?? {}).map(({ value }) => value);
}

describe('createRefusalResponses', () => {
  it('puts refusals with the same status into one response, ordered by status', () => {
    const refusals = createRefusalResponses(origin);
    expect(refusals.answering(['invalid-query', 400, 'malformed-body', 400])).toEqual({
      400: { $ref: '#/components/responses/BadRequestOrMalformedBody' },
      422: { $ref: '#/components/responses/InvalidQuery' },
      '4XX': { $ref: '#/components/responses/Any4XX' },
    });
    const { BadRequestOrMalformedBody } = refusals.components();
    expect(BadRequestOrMalformedBody?.content?.['application/problem+json']?.schema).toEqual({
      allOf: [{ $ref: '#/components/schemas/Problem' }],
      properties: {
        type: { enum: ['about:blank', `${origin}/api/problems/malformed-body`] },
        status: { const: 400 },
      },
    });
  });

  it('describes what any request can get by class of status', () => {
    const refusals = createRefusalResponses(origin);
    expect(refusals.answering(['unexpected-failure', 'no-such-resource', 400, 503, 'not-acceptable'])).toEqual({
      404: { $ref: '#/components/responses/NoSuchResource' },
      '4XX': { $ref: '#/components/responses/Any4XX' },
      '5XX': { $ref: '#/components/responses/Any5XX' },
    });
    const { Any4XX } = refusals.components();
    expect(Any4XX?.content?.['application/problem+json']?.schema).toEqual({
      allOf: [{ $ref: '#/components/schemas/Problem' }],
      properties: {
        type: { enum: ['about:blank', `${origin}/api/problems/not-acceptable`] },
        status: { enum: [400, 406] },
      },
    });
  });

  it('describes what HEAD is refused with once, without content', () => {
    const refusals = createRefusalResponses(origin);
    const one = { $ref: '#/components/responses/RefusedHead' };
    expect(refusals.answering(['not-acceptable'], 'Head')).toEqual({ '4XX': one, '5XX': one });
    expect(refusals.components()).toEqual({
      RefusedHead: { description: expect.any(String), headers: expect.any(Object) },
    });
  });

  it('shows each problem once', () => {
    const refusals = createRefusalResponses(origin);
    refusals.answering(['malformed-body']);
    refusals.answering(['malformed-body', 'missing-media-type']);
    const { MalformedBody, MissingMediaTypeOrMalformedBody, MalformedBodyOrMissingMediaType } = refusals.components();
    const both = MissingMediaTypeOrMalformedBody ?? MalformedBodyOrMissingMediaType;
    expect([examplesOf(MalformedBody).length, examplesOf(both).length]).toEqual([1, 1]);
  });

  it('shows an invalid query as the service refuses it', () => {
    const refusals = createRefusalResponses(origin);
    refusals.answering(['invalid-query']);
    const refusal = validatePlan({ tag: 'http', limit: 101 }, createGrammar([])) as Refusal;
    expect(examplesOf(refusals.components().InvalidQuery)).toEqual([JSON.parse(renderProblem(refusal, origin).body)]);
  });

  it('shows every other problem under the title that the service gives it', () => {
    const refusals = createRefusalResponses(origin);
    refusals.answering(['not-acceptable']);
    const rendered = JSON.parse(renderProblem(refuse('not-acceptable', 'x'), origin).body);
    expect(examplesOf(refusals.components().Any4XX)).toEqual([{ ...rendered, detail: expect.any(String) }]);
  });
});
