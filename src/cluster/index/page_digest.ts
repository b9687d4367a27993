import { hash } from 'node:crypto';
import { type PageDocument, type PageInput, pageDocument } from './page_document.ts';

/** The part of a page that a cluster returns: all except impacts and positions, which only its searches use and which `words` repeats. */
export type ReadPage = Omit<PageDocument, 'f' | 'p'>;

/** The document of a page with its digest, by which a publisher finds that the cluster has all of it. */
export type SealedDocument = PageDocument & { readonly digest: string };

/** @param build digest of the build, so that the page of another build is found too */
export function sealedDocument(input: PageInput, build: string): SealedDocument {
  const document = pageDocument(input);
  return { ...document, digest: pageDigest(document, build) };
}

/**
 * SHA-256 of a page in base64url. Numbers and keys that the cluster keeps in columns come back sorted and once each, so they are
 * compared as sets. Base64 comes back without padding.
 */
export function pageDigest(page: ReadPage, build: string): string {
  const { row, reference, text, steps, headings } = page.shown;
  const long = [row, reference, text, steps, page.markdown, unpadded(page.words)];
  const values = [
    // Their lengths here, so that they can follow as they are: writing them as JSON would take as long as hashing them.
    ...[
      long.map((each) => each?.length),
      build,
      page.page,
      page.path,
      page.slug,
      page.language,
      page.collection,
      page.tags,
      page.published,
      page.updated,
    ],
    ...[page.newest, page.lastUpdated, page.byTitle, page.stemmer, page.foreign, page.out, page.own],
    ...[[...new Set(page.in)].sort((a, b) => a - b), setOf(page.names), setOf(page.subjects), headings],
  ];
  return hash('sha256', JSON.stringify(values) + long.join(''), 'base64url');
}

function setOf(keys: readonly string[]): string[] {
  // Keys are ASCII.
  return [...new Set(keys)].sort();
}

function unpadded(base64: string): string {
  const end = base64.indexOf('=', base64.length - 2);
  return end === -1 ? base64 : base64.slice(0, end);
}
