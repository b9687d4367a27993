import { describe, expect, it } from 'vitest';
import { renderAcceptQuery, renderMethodOverrideRequired } from './query_fields.ts';

describe('query fields', () => {
  it('renderAcceptQuery lists media types as tokens', () => {
    expect(renderAcceptQuery(['application/json', 'application/sql'])).toBe('application/json, application/sql');
  });

  it('renderMethodOverrideRequired names the method and its header', () => {
    expect(renderMethodOverrideRequired('QUERY', 'x-http-method-override')).toBe(
      'QUERY;header="x-http-method-override"',
    );
  });
});
