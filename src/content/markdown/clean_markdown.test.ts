import { describe, expect, it } from 'vitest';
import { cleanMarkdown } from './clean_markdown.ts';

const anchorOf = (heading: string): string | null => (heading === 'B c' ? 'b-c' : null);
const tidy = (text: string): string => text.replaceAll(/\n{3,}/g, '\n\n').trim();

describe('Markdown as people read it', () => {
  it.each([
    ['plain text', '# A\n\n- b\n\n    code', '# A\n\n- b\n\n    code'],
    [
      'modules of MDX',
      'import A from "a";\nimport {\n  B,\n} from "b";\n\nexport const c = {\n  d: 1,\n};\n\nText',
      'Text',
    ],
    [
      'components',
      '<Tabs>\n    <Tab title="npm">\n        Run `<B>`.\n\n        - x\n            - y\n    </Tab>\n</Tabs>',
      '**npm**\n\nRun `<B>`.\n\n- x\n    - y',
    ],
    ['a component over several lines', '<Command\n  a={["> b"]}\n  c="d"\n/>\n\nText', 'Text'],
    [
      'icons of Material for MkDocs',
      '- :material-format-font:{ .lg .middle } __Fonts__ `:material-x:`\n- [:octicons-image-16: Logo](a.md){ .md-button }\n- [:fontawesome-brands-github:](https://a.example)',
      '- __Fonts__ `:material-x:`\n- [Logo](a.md)\n- [github](https://a.example)',
    ],
    ['a card that links', '<Card title="Start" href="/start" />', '[Start](</start>)'],
    ['comments and names of MDX', '{/* not\nshown */}\n\nVersion {props.version} of `{x}`', 'Version  of `{x}`'],
    [
      'code within components',
      '<Steps>\n    ```js\n    import a from "b";\n    ```\n</Steps>',
      '```js\nimport a from "b";\n```',
    ],
    ['a directive', ':::note[Mind]\nText\n:::', '> **Note: Mind**\n>\n> Text'],
    ['a directive without a title', '::: warning\nText\n:::', '> **Warning**\n>\n> Text'],
    ['nested directives', '::::tabs\n:::tip\nText\n:::\n::::', '> **Tip**\n>\n> Text'],
    ['a directive that is not closed', ':::tip\nText', '> **Tip**\n>\n> Text'],
    ['an image of docfx', ':::image type="content" source="a b.png" alt-text="A [b]":::', '![A  b ](<a b.png>)'],
    [
      'an indented notice',
      '!!! note "Mind"\n    Text\n\n        code\n\nAfter',
      '> **Note: Mind**\n>\n> Text\n>\n>     code\n\nAfter',
    ],
    ['Liquid', '{% raw %}\n\n`{% x %}` {% if a %}b{% endif %} {{ page.title }}', '`{% x %}` b …'],
    ['shortcodes', '{{< note >}}\nText\n{{< /note >}} and {{% tip %}} now', '> **Note**\n>\n> Text\n\nand  now'],
    [
      'tags between lines of HTML',
      '<table>\n{% for a in b %}\n<tr><td>{{ a }}</td></tr>\n{% endfor %}\n</table>',
      '<table>\n<tr><td>…</td></tr>\n</table>',
    ],
    ['attributes of kramdown', 'Text\n{: .warning }', 'Text'],
    ['an embedded file', 'See ![[a.pdf#page=2|100]], `![[a.png]]` and [[b]]', 'See a.pdf, `![[a.png]]` and [[b]]'],
    ['an embedded picture', 'See ![[in/a.png#left|100]], ![[a]]', 'See ![in/a.png](in/a.png), a'],
    ['an embedded picture with words', '| ![[a b (1).PNG\\|A b\\|100x20]] |', '| ![A b](a%20b%20%281%29.PNG) |'],
    ['an embedded picture from the root of a vault', '![[/in/why?.png|\\]]', '![in/why?.png](in/why%3f.png)'],
    ['wiki links to headings', '[[#B c]], [[#B c|d]] and [[#e]]', '[B c](<#b-c>), [d](<#b-c>) and e'],
    [
      'code that a template collects for an include',
      '{%- set codeBlock %}\nexport default {};\n# No heading\n{% endset %}\n{% include "a.njk" %}',
      '```\nexport default {};\n# No heading\n```',
    ],
    ['templates in code', '```\n{% raw %}\n:::note\n```', '```\n{% raw %}\n:::note\n```'],
    ['a type in a sentence', 'import x from "y";\n\nA List<String> here', 'A List<String> here'],
    ['HTML of a component', '<Fragment set:html={"<pre>a\\n\\n&lt;b></pre>"} />', '<pre>a\n\n&lt;b></pre>'],
    ['included files of docfx', '[!INCLUDE [a](b.md)] Text [!NOTE]', 'Text [!NOTE]'],
    ['indented code beside fenced JSX', '```jsx\n<App />\n```\n\n    a {b}', '```jsx\n<App />\n```\n\n    a {b}'],
    ['a page with a script', "<script setup>\nimport A from 'a';\n\nconst b = `c`;\n</script>\n\n# A\n\n<Ab />", '# A'],
    ['a page with a style sheet', 'Text\n\n<style>\n.a { b: c }\n</style>\nAfter', 'Text\n\nAfter'],
    [
      'a line that begins with a script without an end',
      '<script setup> is read first.',
      '<script setup> is read first.',
    ],
    ['a script in code', '```vue\n<script setup>\n</script>\n```', '```vue\n<script setup>\n</script>\n```'],
    ['HTML in capitals', '<TABLE>\n<TR>\n</TABLE>\n\n    a', '<TABLE>\n<TR>\n</TABLE>\n\n    a'],
  ])('shows %s', (_, source, expected) => {
    expect(tidy(cleanMarkdown(source, anchorOf))).toBe(expected);
  });

  it('opens a bounded number of blocks in each other', () => {
    const lines = cleanMarkdown(':::note\n'.repeat(1_000), anchorOf).split('\n');
    expect([lines.length < 2_100, lines.at(-1)!.length < 120]).toEqual([true, true]);
  });

  it('links headings by their wiki links, however many there are', () => {
    const links = Array.from({ length: 6_000 }, (_, at) => `[[#h${at}]]`).join('\n');
    const clean = cleanMarkdown(links, (heading) => (heading === 'h4' ? 'h-4' : null));
    expect(clean).toContain('h3\n[h4](<#h-4>)\nh5');
  });

  it.each(['<A {', '{/* a', '{% a'])('leaves many %j without an end as they are', (mark) => {
    const source = `<Ab/>\n${mark.repeat(20_000)}`;
    expect(cleanMarkdown(source, anchorOf) === source.slice('<Ab/>'.length)).toBe(true);
  });
});
