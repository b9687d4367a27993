/** What the pages of the explorer say of the site and the service. It is the same for all pages of one service. */
export interface SiteFacts {
  readonly title: string;
  readonly description: string;
  readonly collections: readonly { readonly name: string; readonly title: string }[];
  /** Whether the service takes feedback. */
  readonly hasFeedback: boolean;
}

export function collectionTitle({ collections }: Pick<SiteFacts, 'collections'>, name: string): string {
  return collections.find((collection) => collection.name === name)?.title ?? name;
}
