import { existsSync, globSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { describe, expect, test } from 'vitest';
import { cutFrontMatter } from './front_matter/front_matter_fence.ts';
import { decodeReferences, parseMarkdown } from './parse_markdown.ts';

interface Tree {
  readonly type: string;
  readonly children?: readonly Tree[];
  readonly [key: string]: unknown;
}

/** The parts of a tree that the reader uses, with adjacent texts joined, as parsers split texts differently. */
function essence(node: Tree): unknown {
  const { type, value, url, depth, identifier, ordered } = node;
  const children: unknown[] = [];
  for (const child of node.children ?? []) {
    const last = children.at(-1) as { type?: string; value?: string } | undefined;
    if (child.type === 'text' && last?.type === 'text') last.value += child.value as string;
    else children.push(essence(child));
  }
  const kept = Object.entries({ value, url, depth, identifier, ordered }).filter(([, field]) => field !== undefined);
  return { type, ...Object.fromEntries(kept), ...(node.children ? { children } : {}) };
}

function reference(source: string): unknown {
  return essence(
    fromMarkdown(source, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }) as unknown as Tree,
  );
}

function ours(source: string): unknown {
  return essence(parseMarkdown(source, 'markdown').tree as unknown as Tree);
}

describe('parseMarkdown agrees with the reference parser', () => {
  test.each([
    '# Title\n\nText with *emphasis*, **strong**, ~~gone~~ and `code`.',
    'Setext\n======\n\nSecond\n------\n',
    '- a\n- b\n  - c\n\n    d\n1. one\n2. two\n',
    '> quote\n> goes on\nlazily\n\n> > nested',
    '```js\nlet a = "[x](y)";\n```\n\n    indented\n\n~~~\nopen',
    '[inline](a.md "t") [full][ref] [short] ![image](i.png) <https://x.example> www.y.example\n\n[ref]: /r\n[short]: <s t>\n',
    '| a | b |\n|---|:-:|\n| `x|y` | [l](m) |\n',
    'A[^1] note.\n\n[^1]: Its text.\n',
    '<div>\n\n*inside*\n\n</div>\n\na <b>bold</b> <!-- comment --> end',
    'hard  \nbreak\\\nhere &amp; &copy; &#8211; \\* not emphasis',
    '* * *\n\n- [ ] open\n- [x] done\n',
    'Ünïcödé 漢字 **強調**。[リンク](/ja/)',
    'a < b and {x} and [not a link] and [[wiki|name]]',
  ])('on %j', (source) => {
    expect(ours(source)).toEqual(reference(source));
  });

  const corpora = process.env.CATCHWORD_CORPORA ?? join(tmpdir(), 'corpora');
  const corpus = join(corpora, 'rust-blog', 'content');
  test.skipIf(!existsSync(corpus))('on every tenth post of the rust-blog corpus', () => {
    const files = globSync('**/*.md', { cwd: corpus }).sort();
    for (const file of files.filter((_name, at) => at % 10 === 0)) {
      // Only our parser reads an id in braces after a heading.
      const { body } = cutFrontMatter(readFileSync(join(corpus, file), 'utf8'));
      const source = body.replace(/^(#+ .*)\{[^}]*\}[ \t]*$/gm, '$1');
      expect({ file, tree: ours(source) }).toEqual({ file, tree: reference(source) });
    }
  });
});

describe('parseMarkdown', () => {
  test('reads MDX only with the MDX syntax', () => {
    expect(parseMarkdown('a <b', 'markdown').refusal).toBeNull();
    expect(parseMarkdown('a <b', 'mdx')).toMatchObject({ tree: null, line: 1 });
    expect(parseMarkdown('<Card href="/a">x</Card>', 'mdx').tree?.children[0]?.type).toBe('mdxJsxFlowElement');
  });

  test.each([
    ['block quotes', '>'.repeat(200_000), 'markdown'],
    ['list items', '- '.repeat(200_000), 'markdown'],
    ['block quotes in its second line', `a\n${'>'.repeat(200)}`, 'markdown'],
    ['lists in its last line', `a\r${' 1. '.repeat(200)}`, 'markdown'],
    ['emphasis marks', '____a____'.repeat(200_000), 'markdown'],
    ['character references', 'a &amp; '.repeat(200_000), 'markdown'],
    ['unclosed tags with braces', '<a b={'.repeat(20), 'mdx'],
    ['braces', '{}'.repeat(50_000), 'mdx'],
    ['tags for its length', '<Tab>\n\n'.repeat(20_000), 'mdx'],
    ['tags and words for its length', 'Foo<A a=" '.repeat(16_000), 'mdx'],
    ['character references in lines', '&#1;\n'.repeat(8_000), 'markdown'],
    ['characters', 'x'.repeat(5 << 20), 'markdown'],
  ] as const)('refuses a source with too many %s before its cost explodes', (_name, source, syntax) => {
    expect(parseMarkdown(source, syntax)).toMatchObject({
      tree: null,
      refusal: expect.stringMatching(/more than|longer|too many/),
    });
  });

  test('reads many marks and references in small blocks', () => {
    const block = '*a* &amp; _b_ ~~c~~\n\n';
    expect(parseMarkdown(block.repeat(20_000), 'markdown').tree?.children).toHaveLength(20_000);
  });

  test.each([
    ['[', 1],
    ['![', 1],
    ['[a](', 1],
    ['<', 1],
    ['`a', 1],
    ['[[a|', 1],
    ['|', 1],
  ])('reads 200,000 times %j', (piece, blocks) => {
    expect(parseMarkdown(piece.repeat(200_000), 'markdown').tree?.children).toHaveLength(blocks);
  });
});

test('decodeReferences decodes many different references', () => {
  const codes = Array.from({ length: 20_000 }, (_, at) => 0x4e00 + at);
  expect(decodeReferences(codes.map((code) => `&#${code};`).join(' '))).toBe(
    codes.map((code) => String.fromCodePoint(code)).join(' '),
  );
});

test('decodeReferences decodes the references that HTML defines and keeps the others', () => {
  expect(decodeReferences('a &amp; b &eacute; &#8211; &#x41; &nosuchname; & c')).toBe('a & b é – A &nosuchname; & c');
});
