/**
 * The text by which a tag is found: its title, and its slug when that has other words. The same words twice would count twice and
 * rank tags above titles.
 */
export function tagText(slug: string, title: string): string {
  return slug === title.toLowerCase().replace(/\s+/g, '-') ? title : `${title}\n${slug}`;
}
