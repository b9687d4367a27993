/** How Hugo writes names in addresses and anchors. */
import { type AnchorRule, withoutMarks } from './anchor_rules.ts';

const ASCII = /^[\u0000-\u007f]*$/;
const NOT_IN_PATHS = /[^\p{L}\p{M}\p{N}./\-_#+~@%\s]/gu;

/** As Hugo writes the name of a file: lower case, hyphens for spaces, and without most punctuation. */
export function publishedName(name: string): string {
  return name.toLowerCase().replace(/\s+/g, '-').replace(NOT_IN_PATHS, '');
}

/** As Hugo writes a title or a slug, where spaces around what it removes are one hyphen. */
export function urlized(text: string): string {
  const bare = text.toLowerCase().replace(NOT_IN_PATHS, '').trim();
  return bare.replace(/-\s+|\s+-/g, '-').replace(/\s+/g, '-');
}

/**
 * Anchors by `autoIDType: github`, the default: gohugo.io/configuration/markup. Hugo reads the heading's Markdown, so the
 * address of a link in it is part of the anchor. `also`: its settings `github-ascii` and `blackfriday`.
 */
export function hugoAnchors(): AnchorRule {
  const slug = (text: string) =>
    text
      .trim()
      .replace(ASCII.test(text) ? /[^\w\- ]/g : /[^\p{L}\p{Nd}_\- ]/gu, '')
      .replaceAll(' ', '-')
      .toLowerCase();
  const withoutAccents = (text: string) => text.normalize('NFKD').replace(/[^\u0000-\u007f]/g, '');
  return {
    slug,
    empty: 'heading',
    ofMarkdown: true,
    also: [
      { slug: (text) => slug(withoutAccents(text)), empty: 'heading' },
      { slug: (text) => withoutMarks(text.trim()).replaceAll(' ', '-').toLowerCase(), empty: 'heading' },
      {
        slug: (text) =>
          withoutMarks(text)
            .trim()
            .toLowerCase()
            .replace(/[^\p{L}\p{N}]+/gu, '-'),
      },
    ],
  };
}
