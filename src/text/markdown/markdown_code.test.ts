import { describe, expect, test } from 'vitest';
import { hideCode } from './hide_code.ts';
import { findCode } from './markdown_code.ts';

/** Markdown with `§` for each piece of a span and `■` for each line of a block. */
const marked = (source: string, isMdx = false) =>
  hideCode(source, findCode(source, isMdx))
    .text.replace(/\uFDD3\d+\uFDD4/g, '§')
    .replace(/\uFDD5\d+\uFDD4/g, '■');

describe('the code of Markdown', () => {
  test.each([
    ['a span', 'a `b` c', 'a `§` c'],
    ['a span between two backticks', 'a ``b ` c`` d', 'a ``§`` d'],
    ['a span of two lines', 'a `b\nc` d', 'a `§\n§` d'],
    ['a backtick without another in its paragraph', 'a ` b\n\nc ` d', 'a ` b\n\nc ` d'],
    ['an escaped backtick', '\\`a` b`', '\\`a`§`'],
    ['a backslash in a span', '`a\\` b`', '`§` b`'],
    ['spans in items of a list', '- a `b\n- c `d`', '- a `b\n- c `§`'],
    ['spans in a heading', '# a `b\nc `d`', '# a `b\nc `§`'],
    ['spans in cells', '| a `b` | c |\n|---|---|\n| `a | b` |', '| a `§` | c |\n|---|---|\n| `a | b` |'],
    ['a span in a quotation', '> a `b\n> c`\nd', '> a `§\n> §`\nd'],
    ['fenced code', '```js {1}\na\n  b\n```\nc', '■\n■\n■\n■\nc'],
    ['a fence of tildes', '~~~\n```\n~~~\n`a`', '■\n■\n■\n`§`'],
    ['a fence in a fence', '````\n```\na\n````\nb', '■\n■\n■\n■\nb'],
    ['a fence without an end', '```\na\n\nb', '■\n■\n\n■'],
    ['a fence in a quotation', '> ```\n> a\nb `c`', '> ■\n> ■\nb `§`'],
    ['a fence in a list', '1. x\n   ```\n   a\n   ```\n   b', '1. x\n   ■\n   ■\n   ■\n   b'],
    ['three backticks with a backtick behind them', '```a``` b', '```§``` b'],
    ['indented code', 'a\n\n    b\n\n    c\nd', 'a\n\n    ■\n\n    ■\nd'],
    ['indented code in a list', '- a\n\n      b\n\n  c', '- a\n\n      ■\n\n  c'],
    ['a paragraph with an indented line', 'a\n    b', 'a\n    b'],
    ['`pre`', '<pre>\n`a\n\nb</pre> `c`', '■\n■\n\n■</pre> `§`'],
    ['`script`', '<script src="x">\n`a\n</script>\nb`', '■\n■\n</script>\nb`'],
    ['elements for code', 'a <code>b `</code> <kbd>c</kbd> `d`', 'a <code>§</code> <kbd>§</kbd> `§`'],
    ['a backtick in a tag', '<a title="`">`b`</a>', '<a title="`">`§`</a>'],
    ['a backtick in a comment', 'a <!-- ` --> `b`', 'a <!-- ` --> `§`'],
    ['a comment of several lines', '<!--\n`a\n\n    b\n-->\n`c`', '<!--\n`a\n\n    b\n-->\n`§`'],
    ['a backtick in a shortcode', '{{< x "`" >}} `b`', '{{< x "`" >}} `§`'],
    ['a shortcode for code', '{{< highlight go >}}\n# a\n\nb\n{{< /highlight >}}\nc', '■\n■\n\n■\n■\nc'],
    ['a shortcode that names a language', '{{< x lang="go" >}}\n# a\n{{< /x >}}', '■\n■\n■'],
    ['a shortcode for code that is not closed', '{{< code file="a" >}}\n# a', '{{< code file="a" >}}\n# a'],
    ['code in a line', 'a {{< highlight go >}}b{{< /highlight >}}', 'a {{< highlight go >}}§{{< /highlight >}}'],
    [
      'tabs of Docsy',
      '{{< tabpane >}}\n{{< tab "a" >}}\n# b\n{{< /tab >}}\n{{< /tabpane >}}',
      '{{< tabpane >}}\n■\n■\n■\n{{< /tabpane >}}',
    ],
    [
      'tabs with text',
      '{{< tabpane text=true >}}\n{{< tab "a" >}}\n# b\n{{< /tab >}}\n{{< /tabpane >}}',
      '{{< tabpane text=true >}}\n{{< tab "a" >}}\n# b\n{{< /tab >}}\n{{< /tabpane >}}',
    ],
    ['a fence behind a tag', '{{% tab %}}```sh\n# a\n```{{% /tab %}}\nb', '{{% tab %}}■\n■\n■{{% /tab %}}\nb'],
    ['Liquid’s code', '{% highlight js %}\n`a\n{% endhighlight %}\n`b`', '■\n■\n■\n`§`'],
    ['Liquid as it is', '{% raw %}{{ a }}{% endraw %} {{ b }}', '{% raw %}§{% endraw %} {{ b }}'],
    [
      'an admonition',
      '!!! note "A"\n    b `c`\n\n    ```\n    d\n    ```',
      '!!! note "A"\n    b `§`\n\n    ■\n    ■\n    ■',
    ],
    ['a directive of MyST', '```{note} A\nb `c`\n```\n`d`', '```{note} A\nb `§`\n```\n`§`'],
    ['a directive with names', '```{toctree}\na\n```\n`b`', '```{toctree}\na\n```\n`§`'],
    ['roles of MyST', '{ref}`a <b>` {code}`c`', '{ref}`a <b>` {code}`§`'],
    ['text with the signs of code', '\uFDD30\uFDD4 `a`', '\ufffd0\ufffd `§`'],
  ])('%s', (_name, source, expected) => {
    expect(marked(source)).toBe(expected);
  });

  test('in MDX is not what is indented', () => {
    expect(marked('<A>\n\n    b `c`\n\n    ```\n    d\n    ```\n</A>', true)).toBe(
      '<A>\n\n    b `§`\n\n    ■\n    ■\n    ■\n</A>',
    );
  });

  test.each([
    ['lines of their own', '{{< highlight md >}}\n```\n{{< /highlight >}}', '````\n```\n````'],
    [
      'lines of code',
      '{{< highlight md >}}# `a`\n\n b{{< /highlight >}} c',
      '{{< highlight md >}}`` # `a` ``\n\n` b`{{< /highlight >}} c',
    ],
  ])('of a shortcode whose tags have %s is code to the parser', (_name, source, shown) => {
    const code = hideCode(source);
    expect(code.show(code.text)).toBe(shown);
  });

  test.each([
    ['no fence', 'text', null],
    ['a closed fence', '```js\ncode\n```\ntext', null],
    ['a fence without an end', 'text\n\n```js\ncode', '```'],
    ['a fence of tildes without an end', '~~~~\ncode\n~~~', '~~~~'],
    ['a fence that a longer one closes', '```\ncode\n`````', null],
    ['a fence within a longer one', '````md\n```\n````', null],
    ['a line of the other marks within a fence', '```\n~~~\n', '```'],
    ['a fence with text after it, which closes nothing', '```\ncode\n``` js\n', '```'],
    ['a second fence without an end', '```\na\n```\n\n~~~ sh\nb', '~~~'],
    ['inline code at the start of a line', '```a``` is code', null],
    ['a fence in an indented block', '    ```\ncode', null],
    ['a fence in a list', '- ```\n  a', null],
    ['a directive without an end', '```{note}\na\n\n~~~\nb', '```'],
    ['lines that end with a carriage return', '```\r\ncode\r\n```\r\n', null],
  ])('tells the fence that is open at the end of %s', (_name, markdown, fence) => {
    expect(findCode(markdown).openFence).toBe(fence);
  });

  /** Backticks in runs of 1, 2, 3... */
  let growing = '';
  for (let length = 1; growing.length < 400_000; length++) growing += `${'`'.repeat(length)} `;
  const tokens = [
    '`',
    '`` ` ',
    '<a ',
    '<a "',
    '"<a\'',
    '<code>',
    '{{ ',
    '{% ',
    '{{< code >}}\n',
    '{{< tab lang=a >}}',
    '> ',
    '- ',
  ];
  const lines = [
    '- - - \n\n',
    '!!! a   ',
    '```\n',
    '~~~~\n> ',
    '|',
    '| a\n|-\n',
    '<pre>\n',
    '<!--',
    '\\',
    '\t',
    '* ',
    '\n    a\n',
  ];
  test.each([
    ['growing backticks', growing],
    ...[...tokens, ...lines].map((token) => [JSON.stringify(token), token.repeat(400_000 / token.length)]),
  ])('is found in 400,000 characters of %s', (_name, source) => {
    const code = hideCode(source!);
    expect(code.show(code.text)).toHaveLength(source!.length);
  });
});
