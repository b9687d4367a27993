import { slug as githubSlug } from 'github-slugger';
import { byCodePoint } from '../../text/by_code_point.ts';
import { normalForm } from '../../text/normal_form.ts';
import type { ContentTag } from '../site_content.ts';

export interface TagVocabulary {
  /** Sorted by slug. */
  readonly tags: readonly ContentTag[];
  /** Slugs of each page, sorted, without repeats. */
  readonly ofPages: readonly (readonly string[])[];
}

/**
 * Merges the spellings of a tag by slug. Its title is the most frequent spelling; among equals the first by code point.
 * @param spellings of each page's tags, in normal form C
 */
export function buildTagVocabulary(spellings: readonly (readonly string[])[]): TagVocabulary {
  const slugs = new Map<string, string>();
  const counts = new Map<string, Map<string, number>>();
  const ofPages = spellings.map((names) => {
    const own = new Set<string>();
    for (const name of names) {
      let slug = slugs.get(name);
      if (slug === undefined) {
        slug = slugOf(name);
        slugs.set(name, slug);
      }
      if (slug === '' || own.has(slug)) continue;
      own.add(slug);
      const bySpelling = counts.get(slug) ?? new Map<string, number>();
      bySpelling.set(name, (bySpelling.get(name) ?? 0) + 1);
      counts.set(slug, bySpelling);
    }
    return [...own].sort(byCodePoint);
  });
  const tags = [...counts].map(([slug, bySpelling]) => {
    const [best] = [...bySpelling].sort((a, b) => b[1] - a[1] || byCodePoint(a[0], b[0]));
    return { slug, title: best![0] };
  });
  return { tags: tags.sort((a, b) => byCodePoint(a.slug, b.slug)), ofPages };
}

/**
 * The slug of a tag. A tag of only signs keeps them. Normalised last, because removing a sign between a letter and a
 * combining mark brings them together.
 */
function slugOf(name: string): string {
  return normalForm(githubSlug(name.trim()) || name.trim().toLowerCase().replace(/\s+/g, '-'));
}
