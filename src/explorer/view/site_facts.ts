/** What the pages of the explorer say of the site and the service. It is the same for all pages of one service. */
export interface SiteFacts {
  readonly title: string;
  readonly description: string;
  readonly collections: readonly { readonly name: string; readonly title: string }[];
  /** Whether the service takes feedback. */
  readonly hasFeedback: boolean;
  /** Whether the build was made without what orders its first rows by related words. */
  readonly isRoughlyOrdered?: boolean;
}

export function collectionTitle({ collections }: Pick<SiteFacts, 'collections'>, name: string): string {
  return collections.find((collection) => collection.name === name)?.title ?? name;
}

/** Collections of which no two have the same title: where several do, their names stand behind it. */
export function withOwnTitles(collections: SiteFacts['collections']): SiteFacts['collections'] {
  const times = Map.groupBy(collections, ({ title }) => title);
  return collections.map(({ name, title }) => ({
    name,
    title: times.get(title)!.length === 1 ? title : `${title} (${name})`,
  }));
}
