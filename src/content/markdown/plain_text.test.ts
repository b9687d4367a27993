import { describe, expect, test } from 'vitest';
import { readSite } from '../../../test/fixtures/read_site.ts';

describe('the text of a page', () => {
  test.each([
    [':::: {grid} 1 2\n\ntext\n\n::::', 'text'],
    ['::::{grid} 1 2\n\ntext\n\n::::', 'text'],
    ['text\n{: .warning }', 'text'],
    ['- [a](b){ .md-button }\n- :icon:{ .lg .middle } **x**', 'a\n:icon: x'],
    ['[:octicons-image-16: Logo](a) :fontawesome-brands-x:{ style="color: #5a4ce0" }x', 'Logo x'],
    ['`:material-x:` at 10:30, a:simple-x', ':material-x: at 10:30, a:simple-x'],
    ['{!include.md!}\n\ntext\n\n{* code.py hl[1] *}', 'text'],
    ['/// note | Mind this\ntext\n///', 'Mind this text'],
    [
      '!!! note "Mind this"\n\n    text [a](b)\n\n    ```py\n    code\n    ```\n\nmore',
      'Mind this\ntext a\ncode\nmore',
    ],
    ['(label)=\n## Two\n\ntext\n\n## Three', 'Two\ntext\nThree'],
    ['```{note} Mind this\ntext *a*\n```\n\n```{code-block}\ncode\n```', 'Mind this text a\ncode'],
    ['See :read-more{to="/x" title="More"} and :badge[New]{color=red}.', 'See More and New.'],
    ['```hbs\n{{#each users}}\n{{name}}\n```', '{{#each users}}\n{{name}}'],
    ['```{include} ../CHANGELOG.md\n:relative-docs: docs/\n```\n\ntext', 'text'],
    ['```{note}\n:class: dropdown\ntext\n```', 'text'],
    ['{% callout "info" %}**Mind** [a](b).{% endcallout %}', 'Mind a.'],
    ['## A heading {.class}\n\n## B', 'A heading\nB'],
    ['## A heading %{#a}%\n\n## B', 'A heading\nB'],
    ["<Tabs\n  values={[\n    { value: 'a' },\n  ]}\n>\n\ntext\n\n</Tabs>", 'text'],
    ['```jsx\n<Tabs\n  values={[]}\n>\n```', '<Tabs\n  values={[]}\n>'],
    ['Time 10:30, std::vector, a ::: b, {literal}, f(x)=y', 'Time 10:30, std::vector, a ::: b, {literal}, f(x)=y'],
  ])('of %j is %j', (source, text) => {
    expect(readSite({ 'a.md': `---\ntitle: T\n---\n${source}\n` }).text('a.md')).toBe(text);
  });

  test('of MDX has no fences of directives', () => {
    expect(readSite({ 'a.mdx': '---\ntitle: T\n---\n:::note[Mind this]\n\ntext\n\n:::\n' }).text('a.mdx')).toBe(
      'Mind this\ntext',
    );
  });

  test.each([
    ['title: A {{< param x >}} b', 'A b'],
    ["title: '{{< param x >}}'", 'Page'],
    ['title: A &ldquo;b&rdquo; <em>c</em>', 'A “b” c'],
    ['title: HTML <base> & `code`', 'HTML <base> & `code`'],
    ['title: a\\_b (c\\_d.h)', 'a_b (c_d.h)'],
  ])('a title %j reads %j', (line, title) => {
    expect(readSite({ 'page.md': `---\n${line}\n---\ntext\n` }).page('page.md').title).toBe(title);
  });

  test.each([
    ['description: See [the `a`](b.md) <img src="x"> and **c**', 'See the a and c'],
    ['description: Plain < words', 'Plain < words'],
    ['description: By [name][reference]', 'By name'],
    ['description: Don&rsquo;t &amp; wait', 'Don’t & wait'],
    ['description: See [a page](How to do it)', 'See a page'],
    ['description: "import X from \'@theme/X\';"', 'text'],
    ['description: Words&shy;long', 'Wordslong'],
  ])('a description %j reads %j', (line, description) => {
    expect(readSite({ 'page.md': `---\n${line}\n---\ntext\n` }).page('page.md').description).toBe(description);
  });

  test('that is only a formula is not a title', () => {
    expect(readSite({ 'page.md': '# $x^2$\n\ntext\n' }).page('page.md').title).toBe('Page');
  });

  test.each([
    ['```js\nimport a from "b";\n```\n', ''],
    ['See [the plugin][mkdocs.plugin] now.', 'See the plugin now.'],
    ['{% callout %}**Mind this.**{% endcallout %}', 'Mind this.'],
    ['{{ version }}.\n\nThis is it.', 'This is it.'],
    ['参数为*路径（path）*设定。', '参数为路径（path）设定。'],
    ['The product 2 * 3 * 4.', 'The product 2 * 3 * 4.'],
  ])('%j is described as %j', (source, description) => {
    expect(readSite({ 'a.md': `# T\n\n${source}\n` }).page('a.md').description).toBe(description);
  });

  test('of Logseq has labels of links whose targets are in brackets', () => {
    const site = readSite({
      'logseq/config.edn': '{}',
      'pages/a.md': '- see [label]([[b]])\n',
      'pages/b.md': '- text',
    });
    expect([site.text('pages/a.md'), site.links('pages/a.md')]).toEqual(['see label', ['b']]);
  });

  test('that begins with metadata lines does not have them', () => {
    const site = readSite({
      'mkdocs.yml': 'docs_dir: .\n',
      'a.md': 'title: Other\ndate: 2024-01-02\n\ntext\n',
      'b.md': 'Note: this is text.\n\n# B\n',
    });
    expect([site.page('a.md').title, site.page('a.md').published, site.text('a.md')]).toEqual([
      'Other',
      '2024-01-02',
      'text',
    ]);
    expect([site.page('b.md').title, site.text('b.md')]).toEqual(['B', 'Note: this is text.']);
  });

  test('behind a script has the strings of the script as front matter', () => {
    const site = readSite({ 'a.md': "---js\n{\n  title: 'Made',\n  run: process.exit(),\n}\n---\ntext\n" });
    expect([site.page('a.md').title, site.text('a.md')]).toEqual(['Made', 'text']);
  });
});
