import fc from 'fast-check';
import type { Code, InlineCode, Root } from 'mdast';
import { expect, test } from 'vitest';
import { contextOf } from '../../../test/fixtures/site_context.ts';
import { findCode } from '../../text/markdown/markdown_code.ts';
import { generatorNames } from '../generators/generators.ts';
import { cleanMarkdown } from './clean_markdown.ts';
import { parseMarkdown } from './parse_markdown.ts';
import { publishMarkdown } from './publish_markdown.ts';
import { readPage } from './read_page.ts';

/** What some generator replaces or removes outside code. */
const TOKENS = [
  '{#id}',
  '{{< ref "a.md" >}}',
  '{{% tab %}}',
  '{{% /tab %}}',
  '{% include a.md %}',
  '{% comment %}',
  '{% raw %}',
  '{{ a.b }}',
  '{{#include a.rs}}',
  '<%= a %>',
  '::: tip',
  ':::',
  '[[wiki|link]]',
  '![[image.png]]',
  '@@ a @@',
  '<Card title="a" />',
  '^id',
  '%% a %%',
  '{: .a }',
  '{.a}',
  '{ref}',
  '(label)=',
  '!!! note',
  '/// tip',
  'key:: value',
  '[a](b.md)',
  '**a**',
  ':badge[a]{b=c}',
  '#+BEGIN_QUOTE',
  '\\newpage',
  '[!INCLUDE [a](b.md)]',
  'import a from "b";',
  '# a',
  'r x',
];
const token = fc.constantFrom(...TOKENS);
const code = fc.array(token, { minLength: 1, maxLength: 4 }).map((tokens) => tokens.join(' '));
const blocks: readonly ((code: string) => { readonly written: string; readonly isBlock: boolean })[] = [
  (each) => ({ written: `Text \`${each}\` text.`, isBlock: false }),
  (each) => ({ written: `Text \`\`${each}\`\`, \\\` and ${TOKENS[7]}.`, isBlock: false }),
  (each) => ({ written: `- item \`${each}\``, isBlock: false }),
  (each) => ({ written: `> quoted \`${each}\` text`, isBlock: false }),
  (each) => ({ written: `\`\`\`js {1}\n${each}\n\`\`\``, isBlock: true }),
  (each) => ({ written: `~~~\n\n${each}\n~~~`, isBlock: true }),
  (each) => ({ written: `> ~~~\n> ${each}\n> ~~~`, isBlock: true }),
  (each) => ({ written: `1. item\n\n   \`\`\`\n   ${each}\n   \`\`\``, isBlock: true }),
  (each) => ({ written: `words\n\n    ${each}\n\nwords`, isBlock: true }),
  (each) => ({ written: `- item\n\n      ${each}\n\nwords`, isBlock: true }),
  (each) => ({ written: `{{< highlight go >}}\n${each}\n{{< /highlight >}}`, isBlock: true }),
];
const piece = fc.tuple(code, fc.constantFrom(...blocks)).map(([each, write]) => ({ code: each, ...write(each) }));
const page = fc.array(piece, { minLength: 1, maxLength: 6 });

test.each(generatorNames)('code is read, published and shown as it is written for %s', (generator) => {
  fc.assert(
    fc.property(page, (pieces) => {
      const source = pieces.map(({ written }) => written).join('\n\nBetween.\n\n');
      // R Markdown, which shows the value of such code, is another file.
      const { draft } = readPage('a.md', Buffer.from(`# Title\n\n${source}\n`), contextOf(generator));
      const { markdown, text, links } = draft!;
      const published = publishMarkdown(
        { file: 'a.md', path: 'a', markdown: Buffer.from(markdown), links, targets: Int32Array.from(links, () => -1) },
        { origin: 'https://a.example', path: () => 'a' },
      );
      const readable = cleanMarkdown(markdown, () => null);
      for (const { code, isBlock } of pieces) {
        expect(text).toContain(code);
        expect(Buffer.from(published).toString()).toContain(code);
        expect(codeOf(readable, isBlock)).toContain(code);
      }
    }),
    { numRuns: 30 },
  );
});

function codeOf(markdown: string, isBlock: boolean): string {
  return codes(parseMarkdown(markdown, 'markdown').tree!)
    .filter(({ type }) => type === (isBlock ? 'code' : 'inlineCode'))
    .map(({ value }) => value)
    .join('\n');
}

function codes(node: Root | Root['children'][number]): (Code | InlineCode)[] {
  if (node.type === 'code' || node.type === 'inlineCode') return [node];
  return 'children' in node ? node.children.flatMap((child) => codes(child)) : [];
}

test('the code of plain Markdown is what the parser says', () => {
  const syntax = [
    '`',
    '``',
    '\n',
    '\n\n',
    '    ',
    '- ',
    '1. ',
    '> ',
    '```\n',
    '~~~\n',
    '\n```',
    '# ',
    '\\',
    '| ',
    '---\n',
    '*',
    '\t',
  ];
  const source = fc
    .array(fc.constantFrom('a', 'b ', 'c', 'd ', ' ', ...syntax), { maxLength: 14 })
    .map((all) => all.join(''));
  const letters = (text: string) => text.replace(/[^a-d]/g, '');
  fc.assert(
    fc.property(source, (markdown) => {
      // The parser and the specification differ on items without content, and on those that could be the second row of a table.
      fc.pre(!/(?:[-*]|\d\.)[ \t|-]*(?:\n|$)/.test(markdown));
      const parsed = codes(parseMarkdown(markdown, 'markdown').tree!);
      const found = findCode(markdown).pieces.map(({ start, end }) => markdown.slice(start, end));
      expect(letters(found.join(''))).toBe(
        letters(
          parsed
            .map((node) => (node.type === 'code' ? `${node.lang ?? ''}${node.meta ?? ''}` : '') + node.value)
            .join(''),
        ),
      );
    }),
    { numRuns: 2000 },
  );
});
