import { describe, expect, it } from 'vitest';
import type { Resource } from '../../discovery/resource.ts';
import { overrideHeader, resources } from '../../discovery/resources.ts';
import { createLocalRequest } from '../requests/local_request.ts';
import { confirmationType, scriptFields } from './submission_fields.ts';

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

describe('confirmationType', () => {
  it.each([
    [undefined, 'json'],
    ['', 'json'],
    ['*/*', 'json'],
    ['application/json', 'json'],
    ['application/*', 'json'],
    ['text/html', 'html'],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'html'],
    ['text/html, application/json', 'html'],
    ['application/json, text/html', 'html'],
    ['text/html;q=0.9, application/json', 'json'],
    ['text/html;q=0.5, */*', 'json'],
    ['text/*, */*;q=0.1', 'html'],
    ['text/*, */*', 'html'],
    ['text/*;q=0.5, application/json;q=0.5', 'html'],
    ['text/*;q=0.4, application/json;q=0.5', 'json'],
    ['text/html;q=0, text/*', null],
    ['text/html;q=0, text/*, application/json;q=0.1', 'json'],
    ['text/plain', null],
    ['text/plain, */*', 'json'],
    ['text/html;q=0, */*', 'json'],
    ['text/html;q=0', null],
    ['text/*', 'html'],
    ['text/*;q=0', null],
    ['image/png', null],
  ])('of Accept: %s is %s', (accept, type) => {
    expect(confirmationType(accept)).toBe(type);
  });
});
