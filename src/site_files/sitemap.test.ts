import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { planSitemap, renderSitemapIndex, sitemapLimits, writeSitemapPart } from './sitemap.ts';
import { readPageFacts } from './walk_pages.ts';

const schema = readFileSync(new URL('../../test/fixtures/site_file_schemas/sitemap.xsd', import.meta.url), 'utf8');
const origin = 'https://site.example';

function pageOf(path: string, own: Readonly<Record<string, unknown>> = {}) {
  const row = {
    path,
    canonical: `${origin}/${path}`,
    title: path,
    description: '',
    indexing: 'index, follow',
    collection: null,
  };
  const rest = { tags: [], published: null, updated: null, language: 'en' };
  return readPageFacts(Buffer.from(JSON.stringify({ ...row, ...rest, ...own }))).page;
}

const pages = Array.from({ length: 10 }, (_, index) => pageOf(`p${index}`, { updated: `2026-01-0${9 - (index % 9)}` }));

function planOf(limits: { addresses: number; bytes: number }, of = pages) {
  const plan = planSitemap(origin, () => [], limits);
  for (const [number, page] of of.entries()) plan.add(page, number);
  return plan.parts;
}

function write(part: ReturnType<typeof planOf>[number], of = pages): string {
  const writer = writeSitemapPart(origin, () => [], part);
  of.slice(part.number).every((page, number) => writer.add(page, number));
  return Buffer.from(writer.bytes()).toString();
}

const addressesOf = (text: string) => [...text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address);

describe('a sitemap', () => {
  it('has the bounds of the protocol', () => {
    expect(sitemapLimits).toEqual({ addresses: 50_000, bytes: 52_428_800 });
  });

  it.each([
    [{ addresses: 10, bytes: 1e6 }, [10]],
    [{ addresses: 9, bytes: 1e6 }, [9, 1]],
    [{ addresses: 3, bytes: 1e6 }, [3, 3, 3, 1]],
    [{ addresses: 1, bytes: 1e6 }, new Array(10).fill(1)],
  ])('within %j has parts of %j addresses', async (limits, counts) => {
    const parts = planOf(limits);
    expect(parts.map(({ addresses }) => addresses)).toEqual(counts);
    const texts = parts.map((part) => write(part));
    expect(texts.flatMap(addressesOf)).toEqual(pages.map(({ address }) => address));
    for (const xml of [...texts, renderSitemapIndex(parts, 'https://api.example/sitemap.xml')]) {
      expect((await validateXML({ xml, schema })).errors).toEqual([]);
    }
  });

  it('names an address once when two pages have it', () => {
    const of = [
      pageOf('a', { canonical: `${origin}/c` }),
      pageOf('b', { canonical: `${origin}/c` }),
      pageOf('c'),
      pageOf('d'),
    ];
    const [part, ...others] = planOf({ addresses: 10, bytes: 1e6 }, of);
    expect([part?.addresses, others]).toEqual([2, []]);
    expect(addressesOf(write(part!, of))).toEqual([`${origin}/c`, `${origin}/d`]);
  });

  it('has no part above the bound, and parts as large as fit', () => {
    const whole = Buffer.byteLength(write(planOf({ addresses: 10, bytes: 1e6 })[0]!));
    expect(planOf({ addresses: 10, bytes: whole })).toHaveLength(1);
    const parts = planOf({ addresses: 10, bytes: whole - 1 });
    expect(parts.map(({ addresses }) => addresses)).toEqual([9, 1]);
    for (const part of parts) expect(Buffer.byteLength(write(part))).toBeLessThan(whole);
  });

  it('names the alternates of a page, whose bytes count', async () => {
    const links = ['en', 'zh-Hant'].map((language) => ({ language, address: `${origin}/${language}/a?b&c` }));
    const alternates = (number: number) => (number < 3 ? links : []);
    const plan = planSitemap(origin, alternates);
    for (const [number, page] of pages.entries()) plan.add(page, number);
    const writer = writeSitemapPart(origin, alternates, plan.parts[0]!);
    pages.every((page, number) => writer.add(page, number));
    const xml = Buffer.from(writer.bytes()).toString();
    expect(xml.match(/<url>.*xhtml.*/g)).toHaveLength(3);
    expect(xml).toContain(
      `<lastmod>2026-01-09</lastmod><xhtml:link rel="alternate" hreflang="en" href="${origin}/en/a?b&amp;c"/><xhtml:link rel="alternate" hreflang="zh-Hant" href="${origin}/zh-Hant/a?b&amp;c"/></url>\n`,
    );
    expect((await validateXML({ xml, schema })).errors).toEqual([]);

    const bounded = planSitemap(origin, alternates, { addresses: 10, bytes: Buffer.byteLength(xml) - 1 });
    for (const [number, page] of pages.entries()) bounded.add(page, number);
    expect(bounded.parts.map(({ from, number, addresses }) => [from, number, addresses])).toEqual([
      ['p0', 0, 9],
      ['p9', 9, 1],
    ]);
  });

  it('has an index with the last change of each part', () => {
    const index = renderSitemapIndex(planOf({ addresses: 5, bytes: 1e6 }), 'https://api.example/sitemap.xml');
    expect(index).toContain('<loc>https://api.example/sitemap.xml?part=2</loc><lastmod>2026-01-09</lastmod>');
  });

  it.each([
    ['of another host', 'https://other.example/a'],
    ['of another scheme', 'http://site.example/a'],
    ['that only begins like the host', 'https://site.example.evil/a'],
    ['of no web page', 'javascript:alert(1)'],
    ['that is none', 'nothing'],
    ['of 2,048 characters', `https://site.example/${'a'.repeat(2_048 - 21)}`],
  ])('leaves out an address %s', (_, canonical) => {
    expect(planOf(sitemapLimits, [pageOf('a', { canonical })])).toEqual([]);
  });

  it.each([
    ['HTTPS://SITE.example:443/a b', 'https://site.example/a%20b'],
    ['https://site.example/ü?a=1&b=2', 'https://site.example/%C3%BC?a=1&amp;b=2'],
    [`https://site.example/${'a'.repeat(2_047 - 21)}`, `https://site.example/${'a'.repeat(2_047 - 21)}`],
  ])('writes %s as %s', (canonical, written) => {
    const of = [pageOf('a', { canonical })];
    expect(addressesOf(write(planOf(sitemapLimits, of)[0]!, of))).toEqual([written]);
  });
});

describe('readPageFacts', () => {
  it.each([
    ['index, follow', true],
    ['noindex', false],
    ['follow, NoIndex', false],
    ['none', false],
    ['noimageindex', true],
    ['max-snippet:20', true],
    ['otherbot: noindex', true],
  ])('lists a page with %j: %j', (indexing, isListed) => {
    expect(
      readPageFacts(
        Buffer.from(
          JSON.stringify({
            path: 'a',
            canonical: '',
            title: '',
            description: '',
            tags: [],
            published: null,
            updated: null,
            indexing,
          }),
        ),
      ).isListed,
    ).toBe(isListed);
  });
});
