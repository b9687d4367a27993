import type { ClusterSite } from '../index/site_parts.ts';

/** What translating a query needs of a build. */
export type KnownSite = Pick<ClusterSite, 'vocabulary' | 'rarity' | 'heldOn' | 'tagSlugs' | 'settings'>;

/** What is known of the terms of a site without their postings. */
export function termsOf({ vocabulary, rarity, heldOn }: Pick<KnownSite, 'vocabulary' | 'rarity' | 'heldOn'>) {
  return { vocabulary, rarity, isHeld: (term: number, stemmers: number) => (heldOn[term]! & stemmers) !== 0 };
}
