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

  it('has separate responses for HEAD, without content', () => {
    const refusals = createRefusalResponses(origin);
    expect(refusals.answering(['not-acceptable'], 'Head')).toEqual({
      406: { $ref: '#/components/responses/NotAcceptableToHead' },
    });
    expect(refusals.components().NotAcceptableToHead).toEqual({
      description: expect.any(String),
      headers: expect.objectContaining({ Vary: expect.anything() }),
    });
  });

  it('does not require Vary when it refuses a submission, because a QUERY is refused under the same method', () => {
    const refusals = createRefusalResponses(origin);
    refusals.answering(['malformed-body'], 'Submission');
    expect(refusals.components().MalformedBodyToSubmission?.headers?.Vary).toEqual({
      $ref: '#/components/headers/Vary',
    });
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
    expect(examplesOf(refusals.components().NotAcceptable)).toEqual([{ ...rendered, detail: expect.any(String) }]);
  });
});
