import { describe, expect, it } from 'vitest';
import { overrideHeader, type Resource, resources } from '../../discovery/resources.ts';
import { createLocalRequest } from '../requests/local_request.ts';
import { isSubmission } from './submission_fields.ts';

const feedback: Resource = resources.find(({ name }) => name === 'feedback')!;
const rpc: Resource = { ...feedback, methods: ['POST'], purpose: 'rpc', purposes: {} };

describe('isSubmission', () => {
  it.each<[string, Resource, Readonly<Record<string, string>>, boolean]>([
    ['POST', feedback, {}, true],
    ['POST', feedback, { [overrideHeader]: 'PUT' }, true],
    ['POST', feedback, { [overrideHeader]: 'QUERY' }, false],
    ['GET', feedback, {}, false],
    ['QUERY', feedback, {}, false],
    ['POST', rpc, {}, false],
    ['POST', { ...rpc, purposes: { POST: 'submit' } }, {}, true],
    ['POST', { ...feedback, methods: ['GET', 'QUERY'] }, {}, false],
  ])('of a %s of %j with %j is %s', (method, resource, fields, expected) => {
    const request = createLocalRequest({ method, target: '/api/feedback', fields });
    expect(isSubmission(request, resource)).toBe(expected);
  });
});
