import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import { problemType, type Slug } from '../../src/problems/catalogue.ts';
import { origin } from './site.ts';
import { jsonOf, type ReceivedAnswer, textOf } from './transports.ts';

/** The stamps of the test corpus; validators begin with them. */
export const validator = '0123456789ab.ffffffffffff';

/** Fields of every answer. */
export const common = {
  'x-content-type-options': 'nosniff',
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'ETag, Link, Location, Allow, Accept-Query, method-override-required',
};

/** Caching fields of a read with a validator. */
export const revalidated = {
  'cache-control': 'public, max-age=0, must-revalidate',
  'cdn-cache-control': 'max-age=300, stale-while-revalidate=86400',
};

/** Fields of a read whose validator consists of the stamps alone. */
export const validated = { ...revalidated, etag: `"${validator}"` };

/** Fields of a read whose content depends on settings of the service: its validator also covers the content. */
export function validatedWhole({ body }: ReceivedAnswer) {
  const digest = createHash('sha256').update(body).digest('hex').slice(0, 12);
  return { ...revalidated, etag: `"${validator}.${digest}"` };
}

/** All fields of an answered read or QUERY. @param own fields that it has in addition to or instead of those of uncoded JSON */
export function readFields(answer: ReceivedAnswer, own: Readonly<Record<string, unknown>>) {
  return {
    ...common,
    'content-type': 'application/json',
    'content-length': String(answer.body.length),
    vary: 'Accept-Encoding',
    ...own,
  };
}

/** Asserts the whole answer of a file but its body. */
export function expectFile(answer: ReceivedAnswer, contentType: string, own: Readonly<Record<string, unknown>>): void {
  expect({ status: answer.status, headers: answer.headers }).toEqual({
    status: 200,
    headers: readFields(answer, { 'content-type': contentType, ...own }),
  });
}

/** Fields that describe the query formats, on resources that accept a QUERY. */
export const queryFields = {
  'accept-query': 'application/json',
  'method-override-required': 'QUERY;header="x-http-method-override"',
};

/** The content security policy of an HTML page: its own style sheet and nothing else. @param forms targets of its forms */
export function contentPolicy(answer: ReceivedAnswer, forms: string): Readonly<Record<string, string>> {
  const style = /<style>(.*?)<\/style>/s.exec(textOf(answer))?.[1] ?? 'none';
  const digest = createHash('sha256').update(style).digest('base64');
  return {
    'content-security-policy': `default-src 'none'; style-src 'sha256-${digest}'; base-uri 'none'; form-action ${forms}; frame-ancestors 'none'`,
  };
}

/** Asserts a whole refusal, except for members that describe the occurrence. */
export function expectRefusal(answer: ReceivedAnswer, slug: Slug, fields: Readonly<Record<string, string>> = {}): void {
  const { status, title } = problemType(slug);
  expect({ status: answer.status, headers: answer.headers }).toEqual({
    status,
    headers: {
      ...common,
      'content-type': 'application/problem+json',
      'content-length': String(answer.body.length),
      'cache-control': 'no-store',
      ...fields,
    },
  });
  expect(jsonOf(answer)).toMatchObject({ type: `${origin}/api/problems/${slug}`, title, status });
  expect(jsonOf(answer).detail).toMatch(/^Cannot .*\.$/s);
}

/** The line that published Markdown begins with. */
export const indexLine = '> All pages are listed in [llms.txt](/llms.txt).\n\n';

/** The links that every page has, as HTML and as Markdown. */
export const pageLinks =
  '</llms.txt>; rel="describedby"; type="text/plain", </.well-known/api-catalog>; rel="api-catalog"; type="application/linkset+json"';

/** The value of `Link` for the Markdown at an address. @param own path of the page */
export function markdownLinks(address: string, own: string): string {
  const written = `<${address}?form=source>; rel="alternate"; type="text/markdown"; title="The Markdown as written"`;
  return `${sourceLinks(address, own).replace(pageLinks, '')}${written}, ${pageLinks}`;
}

/** The same for the Markdown as written. */
export function sourceLinks(address: string, own: string): string {
  return `<${address}>; rel="canonical", </explore/page/${own}>; rel="alternate"; type="text/html", ${pageLinks}`;
}
