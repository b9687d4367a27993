import type { BoundedCache } from '../../cache/bounded_cache.ts';
import type { Corpus } from '../../corpus/corpus.ts';

/** The members of a section that are the same in all searches, as JSON. */
export interface SectionParts {
  /** From the brace and the anchor to the name of the ranges in the heading. One long string is written faster than several. */
  readonly head: string;
  /** From the depth to the name of the excerpt, with the comma before it. */
  readonly rest: string;
}

/** Bytes of the parts but for their characters, rounded up. */
const BYTES_OF_PARTS = 100;

/**
 * Makes the parts of a section. They are cached, because most sections stay while someone types.
 * @param address the page's canonical address as a JSON string without its closing mark
 */
export function sectionParts(
  corpus: Corpus,
  cache: BoundedCache<SectionParts>,
  page: number,
  heading: number,
  address: string,
): SectionParts {
  // Over a cluster headings are numbered anew for each question.
  if (corpus.text.lookUp !== null) return makeParts(corpus, page, heading, address);
  const key = String(heading);
  const known = cache.get(key);
  if (known !== undefined) return known;
  const parts = makeParts(corpus, page, heading, address);
  cache.set(key, parts, BYTES_OF_PARTS + 2 * (parts.head.length + parts.rest.length));
  return parts;
}

/** An anchor that needs no escape in JSON or in an address. Nearly all are such. */
const PLAIN_ANCHOR = /^"[\w.~-]*"$/;

function makeParts(corpus: Corpus, page: number, heading: number, address: string): SectionParts {
  const { headings } = corpus;
  const { anchor, text } = headings.written(heading);
  const fragment = PLAIN_ANCHOR.test(anchor) ? anchor.slice(1, -1) : encodeURIComponent(JSON.parse(anchor) as string);
  return {
    head: `{"anchor":${anchor},"address":${address}#${fragment}","heading":${text},"headingRanges":`,
    rest: `,"depth":${headings.depths[heading]!},"trail":[${trailOf(corpus, page, heading)}],"excerpt":`,
  };
}

/** The headings above a heading, highest first, as JSON strings separated by commas. */
function trailOf({ headings }: Corpus, page: number, heading: number): string {
  const { starts, depths } = headings;
  let trail = '';
  let depth = depths[heading]!;
  for (let above = heading - 1; above >= starts[page]! && depth > 1; above--) {
    if (depths[above]! >= depth) continue;
    depth = depths[above]!;
    const { text } = headings.written(above);
    trail = trail === '' ? text : `${text},${trail}`;
  }
  return trail;
}
