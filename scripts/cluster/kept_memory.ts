import type { ClusterSite } from '../../src/cluster/index/site_parts.ts';

/** What a front end keeps of a build, by what it grows with. */
const GROUPS = {
  pages: /^(pages\.|site\.links-in|text\.stemmers|tags\.of-pages|tags\.pages|fields\.\d+\.(of-pages|pages))/,
  tags: /^tags\./,
  words: /^(terms|words|space\.|text\.all\.starts|text\.characters)/,
} as const;

/** A line for each of these groups: megabytes, and bytes for each page, tag or term. */
export function keptMemory({ sections, pages, tags, vocabulary, bytes }: ClusterSite): string[] {
  const sums = { pages: 0, tags: 0, words: 0, other: 0 };
  for (const name of sections.names()) {
    const group = (['pages', 'tags', 'words'] as const).find((each) => GROUPS[each].test(name)) ?? 'other';
    sums[group] += sections.bytes(name).length;
  }
  const line = (what: string, sum: number, count: number) =>
    `  ${megabytes(sum)} MB for ${count} ${what}, ${count === 0 ? 0 : Math.round(sum / count)} bytes each`;
  return [
    `A thread of a front end keeps ${megabytes(bytes)} MB of this build:`,
    line('pages', sums.pages, pages.count),
    line('tags', sums.tags, tags.count),
    line('terms', sums.words, vocabulary.count),
    `  ${megabytes(sums.other)} MB of settings, lists and the map`,
  ];
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
