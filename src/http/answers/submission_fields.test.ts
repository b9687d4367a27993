import { describe, expect, it } from 'vitest';
import type { Resource } from '../../discovery/resource.ts';
import { overrideHeader, resources } from '../../discovery/resources.ts';
import { createLocalRequest } from '../requests/local_request.ts';
import { scriptFields } from './submission_fields.ts';

const feedback: Resource = resources.find(({ name }) => name === 'feedback')!;
const rpc: Resource = { ...feedback, methods: ['POST'], purpose: 'rpc', purposes: {} };
const submit = ['Vary', 'Accept, Origin'];
const called = ['Vary', 'Origin'];

describe('scriptFields', () => {
  it.each<[string, Resource | null, Readonly<Record<string, string>>, readonly string[] | null]>([
    ['POST', feedback, {}, submit],
    ['POST', feedback, { [overrideHeader]: 'PUT' }, submit],
    ['POST', feedback, { [overrideHeader]: 'QUERY' }, null],
    ['POST', null, {}, null],
    ['GET', feedback, {}, null],
    ['QUERY', feedback, {}, null],
    ['POST', rpc, {}, called],
    ['GET', rpc, {}, null],
    ['POST', { ...rpc, purposes: { POST: 'submit' } }, {}, submit],
    ['POST', { ...feedback, methods: ['GET', 'QUERY'] }, {}, null],
  ])('of a %s of %j with %j are %j', (method, resource, fields, expected) => {
    const request = createLocalRequest({ method, target: '/api/feedback', fields });
    expect(scriptFields(request, resource, { submit: () => submit, rpc: () => called })).toEqual(expected);
  });

  it('are the common ones where there is no such protocol', () => {
    const request = createLocalRequest({ method: 'POST', target: '/mcp' });
    expect(scriptFields(request, rpc, { submit: () => submit, rpc: null })).toBe(null);
  });
});
