import { describe, expect, it } from 'vitest';
import { readSite } from '../../test/fixtures/read_site.ts';
import { githubAnchors, pythonAnchors } from './generators/anchor_rules.ts';
import type { Generator } from './generators/generator_rules.ts';
import { rulesOf } from './generators/generators.ts';
import { anchorsOf } from './heading_anchors.ts';

const heading = (text: string, id: string | null = null) => ({ text, id });

describe('anchorsOf', () => {
  it('numbers the headings whose anchor is taken, and skips numbers that are taken too', () => {
    const headings = ['Set up', 'Set up', 'Set up 1', 'Set up'].map((text) => heading(text));
    expect(anchorsOf(headings, githubAnchors)).toEqual(['set-up', 'set-up-1', 'set-up-1-1', 'set-up-2']);
    expect(anchorsOf(headings, pythonAnchors)).toEqual(['set-up', 'set-up_1', 'set-up-1', 'set-up_2']);
  });

  it('leaves the id that a heading names as it is, and does not give it to a later heading', () => {
    const headings = [heading('One', 'two'), heading('Two'), heading('Two', 'two'), heading('Two')];
    expect(anchorsOf(headings, githubAnchors)).toEqual(['two', 'two-1', 'two', 'two-2']);
  });

  it('takes time in proportion to the headings when all are equal', () => {
    const anchors = anchorsOf(
      Array.from({ length: 100_000 }, () => heading('Same')),
      githubAnchors,
    );
    expect(new Set(anchors).size).toBe(100_000);
    expect(anchors.at(-1)).toBe('same-99999');
  });
});

/** Expected anchors from the documentation of each generator, or from the library that it uses. */
const EXAMPLES: readonly (readonly [Generator, text: string, anchor: string])[] = [
  ['plain', 'What’s new in 2.0? (C++ & `x_y`)', 'whats-new-in-20-c--x_y'],
  ['docusaurus', 'Größe — und Maß', 'größe--und-maß'],
  ['hugo', 'A. Größe & “B_c” - d', 'a-größe--b_c---d'],
  ['hugo', '???', 'heading'],
  ['jekyll', 'What’s new? 1.2', 'whats-new-12'],
  ['vitepress', '1. Größe & “Maß”: x_y', '_1-große-maß-x-y'],
  ['vuepress', 'Using `v-if` (really)', 'using-v-if-really'],
  ['mkdocs', 'Größe & “Maß”: x_y -- z', 'groe-ma-x_y-z'],
  ['mdbook', 'The `?` Operator & Co_x', 'the--operator--co_x'],
  ['hexo', 'Hello, World_1', 'Hello-World-1'],
  ['zola', 'What’s new, Wörld_1!', 'what-s-new-world-1'],
  ['nuxt', '2. A -- b', '_2-a-b'],
  ['mdn', 'Browser compatibility (all)', 'browser_compatibility_all'],
  ['docfx', 'C# & .NET: what_is', 'c--net-what_is'],
  ['eleventy', 'What’s new in CommonJS_1!', 'whats-new-in-common-js-1'],
  ['sphinx', 'Set up: x_y', 'set-up-x_y'],
];

describe('the rule of a generator', () => {
  it.each(EXAMPLES)('%s: "%s" has the anchor "%s"', (generator, text, anchor) => {
    const plain = text.replaceAll('`', '');
    expect(anchorsOf([heading(plain)], rulesOf(generator).anchors ?? githubAnchors)).toEqual([anchor]);
  });
});

describe('the headings of a page', () => {
  const anchorsIn = (files: Readonly<Record<string, string>>, file: string) =>
    readSite(files)
      .page(file)
      .headings.map(({ anchor }) => anchor);

  it('have the anchors of their generator', () => {
    const body = '# Top\n\n## 1. Größe\n\n## Named {#own}\n';
    expect(anchorsIn({ '.vitepress/config.ts': '', 'a.md': body }, 'a.md')).toEqual(['top', '_1-große', 'own']);
    expect(anchorsIn({ 'mkdocs.yml': '', 'docs/a.md': body }, 'a.md')).toEqual(['top', '1-groe', 'own']);
    expect(anchorsIn({ 'a.md': body }, 'a.md')).toEqual(['top', '1-größe', 'own']);
  });

  it('have the addresses of their links in their anchors with Hugo, which reads their Markdown', () => {
    const body = '# Top #\n\n## See [Go](https://go.dev/)\n\n## Use `x` **now**\n\nUnder\n-----\n';
    expect(anchorsIn({ 'hugo.toml': '', 'content/a.md': body }, 'a.md')).toEqual([
      'top',
      'see-gohttpsgodev',
      'use-x-now',
      'under',
    ]);
  });
});
