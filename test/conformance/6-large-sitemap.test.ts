import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { memoryPages, validateXML } from 'xmllint-wasm';
import { sitemapLimits } from '../../src/site_files/sitemap.ts';
import { corpusOf } from '../fixtures/corpus_of.ts';
import { expectRefusal, readFields, validated, validatedWhole } from './expected.ts';
import { describeOverTransports } from './over_transports.ts';
import { origin } from './site.ts';
import { jsonOf, type ReceivedAnswer, textOf } from './transports.ts';

const schema = readFileSync(new URL('../fixtures/site_file_schemas/sitemap.xsd', import.meta.url), 'utf8');
const paths = Array.from({ length: sitemapLimits.addresses + 1 }, (_, index) => `p/${100_000 + index}`);
const corpus = corpusOf(
  paths.map((path) => ({ path, updated: path === 'p/100003' ? '2026-03-04' : null })),
  { publicOrigin: origin },
);

async function expectValid(answer: ReceivedAnswer): Promise<void> {
  const { errors } = await validateXML({ xml: textOf(answer), schema, maxMemoryPages: 2 * memoryPages.GiB });
  expect(errors).toEqual([]);
}

describeOverTransports('6 The sitemap of 50,001 pages', { corpus }, (send) => {
  it('is an index of two parts', async () => {
    const answer = await send({ target: '/sitemap.xml' });
    expect({ status: answer.status, headers: answer.headers }).toEqual({
      status: 200,
      headers: readFields(answer, { 'content-type': 'application/xml', ...validatedWhole(answer) }),
    });
    expect(textOf(answer)).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<sitemap><loc>${origin}/sitemap.xml?part=1</loc><lastmod>2026-03-04</lastmod></sitemap>
<sitemap><loc>${origin}/sitemap.xml?part=2</loc></sitemap>
</sitemapindex>
`);
    await expectValid(answer);
  });

  it('has every address once in its parts', async () => {
    const found: string[] = [];
    for (const part of [1, 2]) {
      const answer = await send({ target: `/sitemap.xml?part=${part}` });
      expect({ status: answer.status, headers: answer.headers }).toEqual({
        status: 200,
        headers: readFields(answer, { 'content-type': 'application/xml', ...validated }),
      });
      for (const [, address] of textOf(answer).matchAll(/<loc>(.*?)<\/loc>/g)) found.push(address!);
      if (part === 2) await expectValid(answer);
    }
    expect(found).toEqual(paths.map((path) => `https://site.example/${path}`));
  });

  it('gives parts that are asked for at once, and again', async () => {
    const targets = [1, 2, 1, 2].map((part) => `/sitemap.xml?part=${part}`);
    const [first, second, ...again] = await Promise.all(targets.map((target) => send({ target })));
    expect(again).toEqual([first, second]);
    expect(first!.body.length).toBeGreaterThan(second!.body.length);
    const condition = { 'If-None-Match': first!.headers.etag! };
    expect((await send({ target: targets[0]!, headers: condition })).status).toBe(304);
  });

  it('has no third part', async () => {
    const answer = await send({ target: '/sitemap.xml?part=3' });
    expectRefusal(answer, 'no-such-resource');
    expect(jsonOf(answer).detail).toContain('a number from 1 to 2');
  });
});
