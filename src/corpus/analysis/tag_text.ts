/**
 * What a tag is found by: its title and, where that says other words, its slug. The same words twice would count as two and
 * lift tags above titles in the ranking.
 */
export function tagText(slug: string, title: string): string {
  return slug === title.toLowerCase().replace(/\s+/g, '-') ? title : `${title}\n${slug}`;
}
