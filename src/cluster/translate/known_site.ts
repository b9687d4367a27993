import type { ClusterSite } from '../index/site_parts.ts';

/** The facts of a build that translating a query needs. */
export type KnownSite = Pick<ClusterSite, 'vocabulary' | 'rarity' | 'heldOn' | 'tagSlugs' | 'settings'>;

/** The facts of a site's terms that are known without their postings. */
export function termsOf({ vocabulary, rarity, heldOn }: Pick<KnownSite, 'vocabulary' | 'rarity' | 'heldOn'>) {
  const isHeld = (term: number, stemmers: number): boolean => (heldOn[term]! & stemmers) !== 0;
  return { vocabulary, rarity, isHeld, costOfHeld: () => 1 };
}
