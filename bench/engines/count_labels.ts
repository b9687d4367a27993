/** The facets of a page. */
export interface Labels {
  readonly tags: readonly string[];
  readonly collection: string | null;
}

export interface Count {
  readonly value: string;
  readonly count: number;
}

/** Facets for libraries that have none: collections and tags counted over all matches, the most frequent first. */
export function countLabels(matches: Iterable<Labels>): Count[] {
  const counts = new Map<string, number>();
  for (const { tags, collection } of matches) {
    for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1);
    // A slug has no space, so a collection and a tag of the same name stay separate.
    if (collection !== null) counts.set(`collection ${collection}`, (counts.get(`collection ${collection}`) ?? 0) + 1);
  }
  return [...counts].map(([value, count]) => ({ value, count })).sort((a, b) => b.count - a.count);
}
