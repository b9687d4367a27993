import { describe, expect, it } from 'vitest';
import { acceptedLanguages, negotiateEncoding, negotiateMediaType } from './accept.ts';

const json = 'application/json';
const markdown = 'text/markdown; charset=utf-8';

describe('negotiateMediaType', () => {
  it.each([
    ['no field', undefined, json],
    ['an empty field', '', json],
    ['a full wildcard', '*/*', json],
    ['a name', 'text/markdown', markdown],
    ['a name in capitals', 'TEXT/MARKDOWN', markdown],
    ['what is not offered', 'text/html', null],
    ['a browser', 'text/html,application/xhtml+xml,*/*;q=0.8', json],
    ['a refused wildcard', '*/*;q=0', null],
    ['a refusal that is more specific than the wildcard', 'application/json;q=0, */*', markdown],
    ['a refusal of the other', 'text/markdown;q=0, */*', json],
    ['a type range', 'text/*', markdown],
    ['two names of one weight', 'text/markdown, application/json', json],
    ['a name and a wildcard of one weight', 'text/markdown, */*', markdown],
    ['a range and a wildcard of one weight', 'text/*, */*', json],
    ['the greater weight', 'application/json;q=0.5, text/markdown;q=0.6', markdown],
    ['the lesser weight by name', '*/*, text/markdown;q=0.6', json],
    ['a parameter that the offer has not', 'text/markdown;variant=GFM', null],
    ['the charset that every text has', 'application/json; charset=UTF-8', json],
    ['a weight that is none, beside nothing else', 'application/json;q=high', json],
    ['a weight that is none, beside another range', 'application/json;q=2, text/markdown', markdown],
    ['a quoted comma', 'text/html;note="a,application/json", text/markdown', markdown],
    ['3,000 ranges', `${'text/x,'.repeat(3000)}text/markdown`, markdown],
  ])('answers %s', (_, field, expected) => {
    expect(negotiateMediaType(field, [json, markdown])).toBe(expected);
  });

  it('matches a parameter of the offer', () => {
    const offer = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';
    expect(negotiateMediaType(offer, [offer])).toBe(offer);
    expect(negotiateMediaType('application/linkset+json', [offer])).toBe(offer);
    expect(negotiateMediaType('application/linkset+json; profile="urn:other"', [offer])).toBeNull();
  });
});

describe('negotiateEncoding', () => {
  it.each([
    ['no field', undefined, null],
    ['an empty field', '', null],
    ['several of one weight', 'gzip, deflate, br, zstd', 'br'],
    ['one', 'gzip', 'gzip'],
    ['one in capitals', 'GZIP', 'gzip'],
    ['the greater weight', 'br;q=0.5, gzip', 'gzip'],
    ['a wildcard', '*', 'br'],
    ['a wildcard less one', '*, br;q=0', 'zstd'],
    ['what is not offered', 'compress', null],
    ['identity before all', 'identity, gzip;q=0.5', null],
    ['identity refused', 'identity;q=0, gzip;q=0.1', 'gzip'],
    ['everything refused', '*;q=0', null],
    ['a weight that is none', 'br;q=x, gzip', 'gzip'],
  ])('answers %s', (_, field, expected) => {
    expect(negotiateEncoding(field, ['br', 'zstd', 'gzip'])).toBe(expected);
  });
});

describe('acceptedLanguages', () => {
  it.each([
    [undefined, []],
    ['', []],
    ['de-CH, de;q=0.9, en;q=0.8, *;q=0.5', ['de-CH', 'de', 'en']],
    ['en;q=0.5,fr, de ; q=0.7', ['fr', 'de', 'en']],
    ['en;q=0, fr;q=2, not a tag, de;level=1, es', ['es']],
    [`${'en,'.repeat(20)}fr`, Array(20).fill('en')],
  ])('reads %j as %j', (field, languages) => {
    expect(acceptedLanguages(field)).toEqual(languages);
  });
});
