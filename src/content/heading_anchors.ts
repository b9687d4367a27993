import type { AnchorRule } from './generators/anchor_rules.ts';

/** A heading as the anchor rules read it. */
export interface AnchoredHeading {
  /** Its text; for a rule `ofMarkdown` its line of Markdown without the mark of its level. */
  readonly text: string;
  /** The id that it names itself (`{#id}`), or null. */
  readonly id: string | null;
}

/**
 * The anchors of a page's headings, in order. A heading that names its id has it; another gets the slug of its text, with a
 * number when an earlier heading has the same: `anchorsOf([{text: 'Set up', id: null}], githubAnchors)` is `['set-up']`.
 */
export function anchorsOf(headings: readonly AnchoredHeading[], rule: AnchorRule): string[] {
  const separator = rule.separator ?? '-';
  /** The anchors that are taken, with the last number that was tried for each. */
  const taken = new Map<string, number>();
  return headings.map(({ text, id }) => {
    if (id !== null) {
      if (!taken.has(id)) taken.set(id, 0);
      return id;
    }
    const slug = rule.slug(text) || (rule.empty ?? '');
    let anchor = slug;
    for (let number = taken.get(slug) ?? 0; taken.has(anchor); ) {
      number++;
      anchor = `${slug}${separator}${number}`;
      taken.set(slug, number);
    }
    taken.set(anchor, 0);
    return anchor;
  });
}
