/**
 * The searchable text of a tag: its title, and its slug when that has other words. Repeating the same words would count them
 * twice and rank tags above titles.
 */
export function tagText(slug: string, title: string): string {
  return slug === title.toLowerCase().replace(/\s+/g, '-') ? title : `${title}\n${slug}`;
}
