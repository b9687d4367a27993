import fc from 'fast-check';
import type { Heading, Link, List, Nodes, Paragraph, Root } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { describe, expect, it } from 'vitest';
import { markdownBlock, markdownLine, markdownLinkText, markdownTarget } from './llms_text.ts';

/** Texts of what is special in Markdown. */
const texts = fc
  .array(
    fc.constantFrom(...'\\`*_[]()<>#+-.!|~&;"\' \n\t=1aé'.split(''), '&amp;', '![', '](', '<b>', 'http://a.b', '```'),
    {
      maxLength: 24,
    },
  )
  .map((parts) => parts.join(''));

/** What a line shows of a text. */
const shown = (text: string) => text.replaceAll(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').trim();

/** The text of a node, if there is nothing but text in it. */
function plainText(nodes: readonly Nodes[]): string | null {
  return nodes.every((node) => node.type === 'text')
    ? nodes.map((node) => ('value' in node ? node.value : '')).join('')
    : null;
}

function only(markdown: string): Root['children'][number] {
  const { children } = fromMarkdown(markdown);
  expect(children).toHaveLength(1);
  return children[0]!;
}

describe('a line of Markdown', () => {
  it('of a list shows link and note literally', () => {
    fc.assert(
      fc.property(texts, texts, (title, note) => {
        fc.pre(shown(title) !== '');
        const list = only(
          `- [${markdownLinkText(title, 1_000)}](https://a.example/b.md): x ${markdownLine(note, 1_000)}`,
        ) as List;
        const [link, ...rest] = (list.children[0]!.children[0] as Paragraph).children;
        expect([(link as Link).url, plainText((link as Link).children)]).toEqual([
          'https://a.example/b.md',
          shown(title),
        ]);
        expect(plainText(rest)).toBe(`: x ${shown(note)}`.trimEnd());
      }),
      { numRuns: 2_000 },
    );
  });

  it.each(['# ', '> '])('behind %j shows a text literally', (mark) => {
    fc.assert(
      fc.property(texts, (text) => {
        fc.pre(shown(text) !== '');
        const block = only(mark + markdownBlock(text, 1_000));
        const inner = block.type === 'blockquote' ? (block.children[0] as Paragraph) : (block as Heading);
        expect(['heading', 'paragraph']).toContain(inner.type);
        expect(plainText(inner.children)).toBe(shown(text));
      }),
      { numRuns: 2_000 },
    );
  });

  it('is cut by characters, with a mark', () => {
    expect(markdownLine('😀'.repeat(5), 5)).toBe('😀'.repeat(5));
    expect(markdownLine('😀'.repeat(6), 5)).toBe(`${'😀'.repeat(4)}…`);
  });

  it('has no bracket in the text of a link, and no parenthesis in its target', () => {
    expect(markdownLinkText('a[0](b)', 100)).toBe('a&#91;0&#93;(b)');
    expect(markdownTarget('/a(b)/c.md')).toBe('/a%28b%29/c.md');
  });

  it.each(['snake_case_name', 'Array.prototype.map', 'x-http-method-override', 'C#', '3 - 1', 'R&D'])(
    'leaves %s as it is',
    (text) => {
      expect(markdownLine(text, 100)).toBe(text);
    },
  );
});
