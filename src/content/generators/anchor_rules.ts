import { slug as githubSlug } from 'github-slugger';

/** How a generator makes the anchor of a heading that names none itself. */
export interface AnchorRule {
  /** Converts the text of a heading into its anchor; '' when nothing of it remains. */
  slug(text: string): string;
  /** Between an anchor and the number of its repetition (`setup-1`). Default: `-`. */
  readonly separator?: '-' | '_';
  /** The anchor of a heading whose slug is empty. Default: ''. */
  readonly empty?: string;
  /** Whether the anchor is made from the heading's Markdown, with the addresses of its links, instead of from its text. */
  readonly ofMarkdown?: boolean;
  /** Rules that settings of the site may choose instead. Links to anchors by these rules are not reported. */
  readonly also?: readonly AnchorRule[];
}

/** GitHub: letters in lower case, spaces as hyphens, no punctuation. Most generators use the library of this name. */
export const githubAnchors: AnchorRule = { slug: githubSlug };

/** VitePress and VuePress: github.com/mdit-vue/mdit-vue, "slugify". Diacritics are dropped; a leading digit gets `_`. */
export const vueAnchors: AnchorRule = {
  slug: (text) =>
    hyphenated(
      text
        .normalize('NFKD')
        .replace(/[\u0300-\u036f\u0000-\u001f]/g, '')
        .replace(/[\s~`!@#$%^&*()\-_+=[\]{}|\\;:"'“”‘’<>,.?/]+/g, '-'),
    )
      .replace(/^(\d)/, '_$1')
      .toLowerCase(),
};

/** Python-Markdown: python-markdown.github.io/extensions/toc, "slugify". Only ASCII remains. */
export const pythonAnchors: AnchorRule = {
  slug: (text) =>
    text
      .normalize('NFKD')
      .replace(/[^\w\s-]|[^\u0000-\u007f]/g, '')
      .trim()
      .toLowerCase()
      .replace(/[-\s]+/g, '-'),
  separator: '_',
  also: [
    // PyMdown Extensions: facelessuser.github.io/pymdown-extensions/extras/slugs.
    { slug: (text) => githubSlug(text.trim()), separator: '_' },
    { slug: (text) => withoutMarks(text).replace(/ /g, '-'), separator: '_' },
  ],
};

/** kramdown as Jekyll configures it: github.com/kramdown/parser-gfm, "generate_gfm_header_id". */
export const kramdownAnchors: AnchorRule = {
  slug: (text) => withoutMarks(text.toLowerCase()).replace(/[ \t]/g, '-'),
  also: [
    // kramdown without GFM: kramdown.gettalong.org/converter/html.html, "Automatic Generation of Header IDs".
    {
      slug: (text) =>
        text
          .replace(/^[^a-zA-Z]+/, '')
          .replace(/[^a-zA-Z0-9 -]/g, '')
          .replace(/ /g, '-')
          .toLowerCase(),
      empty: 'section',
    },
  ],
};

/** Pandoc: pandoc.org/MANUAL.html, "Extension: auto_identifiers". Everything before the first letter is dropped. */
export const pandocAnchors: AnchorRule = {
  slug: (text) =>
    text
      .replace(/[^\p{L}\p{M}\p{N}_\-.\s]/gu, '')
      .trim()
      .replace(/\s+/g, '-')
      .toLowerCase()
      .replace(/^\P{L}+/u, ''),
  empty: 'section',
  also: [githubAnchors],
};

/** Anchors of ASCII letters and digits alone, everything else as one hyphen: Docutils, slugify. */
export const asciiAnchors: AnchorRule = {
  slug: (text) =>
    hyphenated(
      text
        .normalize('NFKD')
        .replace(/[\u0300-\u036f]/g, '')
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, '-'),
    ),
};

/** Only what Unicode counts as parts of words, hyphens and spaces. */
export function withoutMarks(text: string): string {
  return text.replace(/[^\p{L}\p{M}\p{Nd}\p{Nl}\p{Pc}\- \t]/gu, '');
}

/** Single hyphens, none at the ends. */
export function hyphenated(text: string): string {
  return text.replace(/-{2,}/g, '-').replace(/^-|-$/g, '');
}
