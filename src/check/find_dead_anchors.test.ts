import { describe, expect, it } from 'vitest';
import { githubAnchors } from '../content/generators/anchor_rules.ts';
import { namedAnchors as anchorsIn } from './find_dead_anchors.ts';

const namedAnchors = (body: string) => anchorsIn(body, githubAnchors.slug);

describe('namedAnchors', () => {
  it.each([
    ['HTML', '<a name="b"></a> <h2 id=\'a\'>The A</h2> <div id=c data-id="no">', ['a', 'b', 'c', 'the-a']],
    ['components and shortcodes', '<Tab id={"a"}>\n\n{{< heading id="b" >}} <Step id="c" />', ['a', 'b', 'c']],
    ['attribute lists', '## A {#a}\n\nText.\n{: #b .note }\n\n![x](y){.wide #c width=3}', ['a', 'b', 'c']],
    ['labels', '(first-label)=\n## A\n\nA block. ^block-1', ['block-1', 'first-label']],
    [
      'texts that may become headings',
      '{{% term "A node" %}}\n\n`x` *y*\n: text\n\n<Card title="B">',
      ['a-node', 'b', 'x-y'],
    ],
    ['comments', '#### <!-- md:setting config.x -->', ['config.x', 'md:setting']],
    ['a page without any', '# A\n\nText with x^2 and {#a b.', []],
  ])('finds those of %s', (_name, body, anchors) => {
    expect(namedAnchors(body)).toEqual(anchors);
  });

  it.each([
    '> [!INCLUDE [shown](x.md)]',
    '{% include_relative part.md %}',
    '{{< readfile "x.md" >}}',
    '{{% docs/include-text "x" %}}',
    '{{#include ../x.md}}',
    '--8<-- "x.md"',
    '{!x.md!}',
    '<!--@include: ./x.md-->',
    "import Part from './_part.mdx';",
    '<ApiReference name="x" />',
    '```{include} x.md',
  ])('does not know those of a page with %s', (line) => {
    expect(namedAnchors(`# A\n\n${line}\n`)).toBeNull();
  });

  it.each(['{{< note >}}', '{% include note.html %}', '<Since />', '```rust\n{{#include x.rs}}\n```', '{{ x }}'])(
    'knows those of a page with %s',
    (line) => {
      expect(namedAnchors(`# A\n\n${line}\n`)).toEqual([]);
    },
  );

  it.each(['id="', '{', '{#', '{: #', '(a', ' ^', '{% include ', '{{<a', '<A', '<Aapi ', 'api'])(
    'reads 200,000 times %j in time',
    (piece) => {
      for (const before of ['', '<A', '{{< ', '{% include ']) namedAnchors(before + piece.repeat(200_000));
    },
  );
});
