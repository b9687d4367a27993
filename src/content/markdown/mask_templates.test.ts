import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FILLER, maskTemplates, VARIABLE } from './mask_templates.ts';

describe('maskTemplates', () => {
  test.each([
    ['a Hugo reference', '[a]({{< relref "/b/c" >}})', '[a](/b/c)'],
    ['a Hugo reference with a fragment', '[a]({{% ref "b.md#c" %}})', '[a](b.md#c)'],
    ['a Jekyll link', '[a]({% link _docs/b.md %})', '[a](/_docs/b.md)'],
    ['a Jekyll post', '[a]({{ site.baseurl }}{% post_url 2024-01-02-b %})', `[a](${FILLER}2024-01-02-b)`],
    ['a Jekyll link with a value in it', '[a]({% link {{ page.version }}/b.md %})', `[a](/${VARIABLE}/b.md)`],
    ['a filtered address', '[a]({{ "/b/" | relative_url }})', '[a](/b/)'],
    ['a value', 'version {{ page.version }} is out', `version ${VARIABLE} is out`],
    ['a tag in a line', 'a {% include b.html %} c', `a ${FILLER} c`],
    ['a shortcode on a line of its own', 'a\n{{< note >}}\nb\n{{< /note >}}', 'a\n\nb\n'],
    [
      'a shortcode in a sentence by its text',
      'A {{< glossary_tooltip term_id="pod" text="Pod" >}} has {{% tip text=\'many parts\' %}}',
      'A Pod has many parts',
    ],
    [
      'a shortcode in a sentence by its term',
      'A {{< term term_id="replica-set" >}} {{< x y="z" >}}',
      `A replica set ${FILLER}`,
    ],
    ['a shortcode with a text on a line of its own', 'a\n\n{{< button text="Go" >}}\n\nb', 'a\n\n\n\nb'],
    ['a shortcode of several lines', 'a {{< x\n y="1"\n >}} b', `a ${FILLER}\n\n b`],
    ['a directive fence', ':::note[Mind *this*]\nb\n:::', 'Mind *this*\nb\n'],
    ['a div of Pandoc', '::: {.callout-note collapse="true" title="Good to know"}\nb\n:::', 'Good to know\nb\n'],
    ['nested divs of Pandoc', ':::: {.columns}\n::: {.column width="40%"} :::\nb\n:::\n::::', '\n\nb\n\n'],
    ['a container with a title', '::: tip Good to know\nb\n:::', 'Good to know\nb\n'],
    ['an MDC component', '::card{to="/x"}\nb\n::', '\nb\n'],
    ['a Liquid comment', 'a {% comment %} b\nc {% endcomment %} d', `a ${FILLER}\n d`],
    ['a Hugo comment', 'a {{< comment >}}b{{< /comment >}} c', `a ${FILLER} c`],
    ['a Liquid code block', '{% highlight js %}\nlet a;\n{% endhighlight %}', '```\nlet a;\n```'],
    ['a module import', "import { A } from '@site/a';\n\nb", '\n\nb'],
    [
      'several module imports on a line',
      "import A from '@theme/a'; import B from '@theme/b'; import 'c';\n\nb",
      '\n\nb',
    ],
    ['a sentence about imports', "import A from 'a'; is how it begins", "import A from 'a'; is how it begins"],
    ["MDN's macros", 'a {{Glossary("TCP")}} {{domxref("Window.fetch()", "fetch()")}}', 'a TCP fetch()'],
    [
      'a module of mkdocstrings',
      'a\n\n::: b.c\n    options:\n      x: 1\n\n    code\nd',
      'a\n\n`b.c`\n\n\n\n    code\nd',
    ],
    ['attributes of a link', '[a](b){:target="_blank"} [c](d){ rel="x" .y } `e`{: .f }', '[a](b) [c](d) `e`'],
    ['the list that a table of contents replaces', 'a\n\n1. TOC\n{:toc}\n\nb', 'a\n\n\n\n\nb'],
    ['the id below a heading', '## A B\n{: #x .y }\n\nc\n{: #d }', '## A B {#x}\n\n\nc\n'],
    [
      'the tags around Markdown',
      '<div class="x" markdown="1">\n*a*\n</div>\n```\n</div>\n```',
      '\n*a*\n\n```\n</div>\n```',
    ],
    ['a docfx image', ':::image type="content" source="a.png":::', ''],
  ])('replaces %s', (_name, source, masked) => {
    expect(maskTemplates(source)).toBe(masked);
  });

  test.each([
    ['fenced code', '```vue\n{{ message }}\n:::\n```'],
    ['an unclosed fence', '~~~\n{{ message }}'],
    ['inline code', 'write `{{ message }}` or ``{% x %} ` `` here'],
    ['braces that never close', 'a {{ b'],
    ['C++ names', 'call std::move and ns::f'],
  ])('does not change %s', (_name, source) => {
    expect(maskTemplates(source)).toBe(source);
  });

  test('keeps the number of lines of any input', () => {
    const piece = fc.constantFrom(
      '{{',
      '}}',
      '{%',
      '%}',
      '`',
      '```',
      '\n',
      ':::',
      'a',
      ' ',
      '{{< ref "x" >}}',
      '<',
      '"',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const source = pieces.join('');
        expect(maskTemplates(source).split('\n')).toHaveLength(source.split('\n').length);
      }),
    );
  });

  test.each(['{{', '{% ', '{% comment %}', '`', '{{`', '{{<'])('reads 200,000 times %j', (piece) => {
    expect(maskTemplates(piece.repeat(200_000)).length).toBeGreaterThan(0);
  });
});
