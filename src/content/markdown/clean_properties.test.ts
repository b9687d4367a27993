import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { findCode } from '../../text/markdown/markdown_code.ts';
import { cleanMarkdown } from './clean_markdown.ts';

const clean = (source: string) => cleanMarkdown(source, () => null);

const plain = fc.constantFrom(
  ...[
    'Text with *words* and `code {x}`.',
    '# Heading',
    'Heading',
    '---',
    '',
    '- item',
    '  more',
    '1. one',
    '> quote',
    '> - in a quote',
  ],
  ...[
    '```js',
    '```',
    '~~~',
    '    indented',
    '| a | b |',
    '|---|---|',
    '<div>',
    '</div>',
    '<kbd>x</kbd>',
    '[a](b.md) ![c](d.png)',
    '\\{% raw \\<A/>',
  ],
  ...['A <https://a.example> address', 'text < b > c & d', 'a: b', '***', 'x {y} z', 'price: $5', '[^1]: note'],
);
const marked = fc.constantFrom(
  ...[
    '{{< note >}}',
    '{{< /note >}}',
    '{{% tip %}}',
    '{% if a %}',
    '{% endif %}',
    '{% raw %}',
    '{% endraw %}',
    ':::tip[A]',
    ':::',
    '<Tabs>',
    '</Tabs>',
    '<Tab title="a">',
    '</Tab>',
  ],
  ...[
    '<Card title="b" />',
    'import A from "a";',
    'export const a = 1;',
    '{/* x */}',
    '<!-- x -->',
    '!!! note',
    '    in it',
    '=== "Tab"',
    '{: .b }',
    '{.c}',
    '(label)=',
    'a {ref}`b`',
  ],
);
const text = (line: fc.Arbitrary<string>) => fc.array(line, { maxLength: 30 }).map((lines) => lines.join('\n'));

it('cleaning leaves plain Markdown as it is', () => {
  fc.assert(
    fc.property(text(plain), (source) => {
      expect(clean(source)).toBe(source);
    }),
  );
});

it('cleaning what was cleaned changes nothing', () => {
  fc.assert(
    // What `raw` shows are tags as text, which a second cleaning would take for tags.
    fc.property(text(fc.oneof(plain, marked).filter((line) => !line.includes('raw'))), (source) => {
      const once = clean(source);
      expect(clean(once)).toBe(once);
    }),
  );
});

it('lines of fenced code stay, whatever is around them', () => {
  const code = fc.array(
    fc.oneof(plain, marked).filter((line) => !/^(?:```|~~~)/.test(line)),
    { minLength: 1, maxLength: 8 },
  );
  fc.assert(
    fc.property(text(marked), code, text(marked), (before, lines, after) => {
      const block = `\`\`\`txt\n${lines.join('\n')}\n\`\`\``;
      const source = `${before}\n\n${block}\n\n${after}`;
      const isFence = findCode(source).pieces.some(
        ({ start, end, isBlock }) => isBlock && source.slice(start, end) === '```txt',
      );
      fc.pre(isFence);
      const shown = clean(source).replaceAll(/^(?:> ?)+/gm, '');
      for (const line of lines) expect(shown).toContain(line.replace(/^(?:> ?)+/, ''));
    }),
  );
});
