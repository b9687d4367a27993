import { describe, expect, it } from 'vitest';
import { SETTINGS } from '../../../test/fixtures/corpus_of.ts';
import { type Refusal, refuse } from '../../problems/refusal.ts';
import { renderProblem } from '../../problems/render_problem.ts';
import { createGrammar } from '../../query/ask/grammar.ts';
import { validatePlan } from '../../query/ask/validate.ts';
import type { ApiFacts } from './openapi_document.ts';
import { refusalResponses, refusalsOf } from './refusals.ts';

const origin = 'https://answering.example';

function responses(features: Partial<ApiFacts['features']> = {}) {
  const all = { gated: false, feedback: true, ...features } as ApiFacts['features'];
  return refusalResponses({ settings: SETTINGS, origin, features: all });
}

function exampleOf(name: string): unknown {
  return responses()[name]?.content?.['application/problem+json']?.example;
}

describe('refusalsOf', () => {
  it('names one response for each status that only some operations have, and one for all others', () => {
    expect(refusalsOf(['invalid-query', 'malformed-body', 'missing-media-type'])).toEqual({
      400: { $ref: '#/components/responses/BadRequest' },
      422: { $ref: '#/components/responses/UnprocessableContent' },
      default: { $ref: '#/components/responses/Refused' },
    });
    expect(refusalsOf([])).toEqual({ default: { $ref: '#/components/responses/Refused' } });
  });
});

describe('refusalResponses', () => {
  it('has every response that is named', () => {
    const named = Object.values(
      refusalsOf(['malformed-body', 'no-such-resource', 'conflicting-idempotency-key', 'invalid-query']),
    );
    const names = named.map((response) => ('$ref' in response ? response.$ref.split('/').at(-1)! : ''));
    expect(Object.keys(responses())).toEqual(expect.arrayContaining(names));
  });

  it('names what only a submission gets where there is feedback, and the password where there is one', () => {
    const { BadRequest, Refused } = responses({ feedback: false, gated: true });
    expect(BadRequest?.description).toBe('missing-media-type, malformed-body.');
    expect(Refused?.description).toContain('401 Unauthorized');
    expect(responses().BadRequest?.description).toContain('missing-idempotency-key');
    expect(responses().Refused?.description).not.toContain('401');
  });

  it('shows an invalid query as the service refuses it', () => {
    const refusal = validatePlan({ tag: 'http', limit: 101 }, createGrammar([])) as Refusal;
    expect(exampleOf('UnprocessableContent')).toEqual(JSON.parse(renderProblem(refusal, origin).body));
  });

  it('shows a missing resource under the title that the service gives it', () => {
    const rendered = JSON.parse(renderProblem(refuse('no-such-resource', 'x'), origin).body);
    expect(exampleOf('NotFound')).toEqual({ ...rendered, detail: expect.any(String) });
  });
});
