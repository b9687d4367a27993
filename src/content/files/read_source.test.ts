import { describe, expect, test } from 'vitest';
import { readSite } from '../../../test/fixtures/read_site.ts';

describe('included files', () => {
  test('of mdBook are read in, whole, by anchor and by lines', () => {
    const site = readSite({
      'book.toml': '',
      'listings/x.rs': '// ANCHOR: here\nfn shown() {}\n// ANCHOR_END: here\nfn hidden() {}\n',
      'src/part.md': 'Shared *words*.\n',
      'src/a.md':
        '# A\n\n{{#include part.md}}\n\n```rust\n{{#rustdoc_include ../listings/x.rs:here}}\n```\n\n```rust\n{{#include ../listings/x.rs:4}}\n```\n',
    });
    expect(site.text('a.md')).toBe('Shared words.\nfn shown() {}\nfn hidden() {}');
  });

  test('that are missing, outside the project or no text leave nothing', () => {
    const site = readSite({
      'book.toml': '',
      'src/a.md':
        '# A\n\n{{#include none.md}}\n\n{{#include /etc/passwd}}\n\n{{#include ../../../../../../etc/passwd}}\n\ntext\n',
    });
    expect(site.text('a.md')).toBe('text');
    expect(site.warnings.map(({ file, line, message, rule }) => [file, line, message, rule])).toEqual([
      ['a.md', 3, 'Cannot include "none.md": there is no such file', 'include'],
      ['a.md', 5, 'Cannot include "/etc/passwd": there is no such file', 'include'],
      ['a.md', 7, 'Cannot include "../../../../../../etc/passwd": it leads out of the project', 'include'],
    ]);
  });

  test('keep the lines of the links behind them', () => {
    const site = readSite({
      'book.toml': '',
      'src/part.md': 'one\n\n[gone](gone.md)\n\ntwo\n',
      'src/a.md': '# A\n\n{{#include part.md}}\n\n[lost](lost.md)\n',
    });
    expect(site.site.warnings.map(({ file, line, message }) => [file, line, /"(.*)"/.exec(message)![1]])).toEqual([
      ['a.md', 3, 'gone.md'],
      ['a.md', 5, 'lost.md'],
      ['part.md', 3, 'gone.md'],
    ]);
  });

  test.each([
    [
      'vitepress',
      { '.vitepress/config.ts': '', 'parts/p.md': 'one\ntwo\nthree\n' },
      '<!--@include: ./parts/p.md{2,3}-->',
      'two three',
    ],
    ['mkdocs', { 'mkdocs.yml': 'docs_dir: .\n', 'p.txt': 'words\n' }, '--8<-- "p.txt"', 'words'],
    ['mkdocs', { 'mkdocs.yml': 'docs_dir: .\n', 'p.txt': 'words\n' }, '{!p.txt!}', 'words'],
  ])('of %s are read in', (_name, files, line, text) => {
    expect(readSite({ ...(files as Record<string, string>), 'a.md': `# A\n\n${line}\n` }).text('a.md')).toBe(text);
  });
});

describe('the text that a Hugo page takes from another file', () => {
  const files = {
    'hugo.toml': '',
    'content/shared/x.md': 'Shared [b](/b/).\n',
    'content/a.md': '---\ntitle: A\nsource: /shared/x.md\n---\n\n<!-- The text is in shared/x.md -->\n',
    'content/b.md': '# B\n',
  };

  test('is read in, and that file is no page', () => {
    const { site, text, links } = readSite(files);
    expect(site.pages.map(({ path, title }) => [path, title])).toEqual([
      ['a', 'A'],
      ['b', 'B'],
    ]);
    expect([text('a.md'), links('a.md')]).toEqual(['Shared b.', ['b']]);
  });

  test('stays away when the page has a text of its own, or the file is missing', () => {
    const own = readSite({ ...files, 'content/a.md': `${files['content/a.md']}\nOwn.\n` });
    expect(own.text('a.md')).toBe('Own.');
    const missing = readSite({ ...files, 'content/a.md': '---\ntitle: A\nsource: /none.md\n---\n' });
    expect(missing.text('a.md')).toBe('');
  });
});

describe('what pages of a generator include', () => {
  const code =
    'import x\n\n\ndef first():\n    return 1\n\n\n# --8<-- [start:part]\ndef second():\n    return 2\n# --8<-- [end:part]\n';
  const mkdocs = {
    'mkdocs.yml': 'markdown_extensions:\n  - pymdownx.snippets:\n      base_path: [parts]\n',
    'parts/one.md': 'One *part*.\n',
    'src/code.py': code,
  };
  const learn = {
    'docfx.json': '{"build":{"content":[{"files":["**/*.md"],"exclude":["includes/**"]}]}}',
    'includes/note.md': '---\nms.topic: include\n---\nA shared [note](../b.md).\n',
    'code/a.cs': '// <snip>\nint shown;\n// </snip>\nint other;\n',
    'b.md': '# B\n',
  };
  const hugo = {
    'hugo.yaml': '',
    'content/en/includes/need.md': 'You need a cluster.\n',
    'content/en/examples/pods/x.yaml': 'kind: Pod\n',
  };
  const mdx = {
    'docusaurus.config.js': 'module.exports = {}',
    'docs/_part.mdx': 'A *part*.\n',
    'src/run.js': 'run();\n',
  };
  const sphinx = {
    'conf.py': 'extensions = []\n',
    'part.md': 'Head\n<!-- start -->\nShared *words*.\n<!-- end -->\n',
    'x.py': code,
  };

  test.each<[string, Record<string, string>, string, string, string]>([
    [
      'a whole file of code',
      mkdocs,
      'docs/a.md',
      '{* ../src/code.py hl[4] ln[4:5] *}',
      '```python\ndef first():\n    return 1\n```',
    ],
    ['a file of markdown-include', mkdocs, 'docs/a.md', '{! ../parts/one.md !}', 'One *part*.'],
    [
      'lines of mdx-include',
      mkdocs,
      'docs/a.md',
      '```python\n{!> ../src/code.py[ln:1,4-5]!}\n```',
      '```python\nimport x\ndef first():\n    return 1\n```',
    ],
    ['a snippet from the base path', mkdocs, 'docs/a.md', '--8<-- "one.md"', 'One *part*.'],
    [
      'a section of a snippet',
      mkdocs,
      'docs/a.md',
      '```py\n--8<-- "src/code.py:part"\n```',
      '```py\ndef second():\n    return 2\n```',
    ],
    [
      'lines of a snippet',
      mkdocs,
      'docs/a.md',
      '```py\n--8<-- "src/code.py:4:5"\n```',
      '```py\ndef first():\n    return 1\n```',
    ],
    ['a block of snippets', mkdocs, 'docs/a.md', '--8<--\none.md\n; none.md\n--8<--', 'One *part*.'],
    [
      'a document of DocFX, with its links',
      learn,
      'a.md',
      '[!INCLUDE [note](includes/note.md)]',
      'A shared [note](b.md).',
    ],
    [
      'a document inside a sentence',
      learn,
      'a.md',
      'See: [!INCLUDE [note](includes/note.md)] Then go.',
      'See: A shared [note](b.md). Then go.',
    ],
    [
      'a part of code of Learn',
      learn,
      'a.md',
      ':::code language="csharp" source="code/a.cs" id="snip":::',
      '```csharp\nint shown;\n```',
    ],
    [
      'lines of code of Learn',
      learn,
      'a.md',
      ':::code language="csharp" source="code/a.cs" range="4":::',
      '```csharp\nint other;\n```',
    ],
    ['lines of code of DocFX', learn, 'a.md', '[!code-csharp[x](code/a.cs#L4-L4)]', '```csharp\nint other;\n```'],
    ['a shared part of Kubernetes', hugo, 'content/en/docs/a.md', '{{< include "need.md" >}}', 'You need a cluster.'],
    [
      'an example of Kubernetes',
      hugo,
      'content/en/docs/a.md',
      '{{% code_sample file="pods/x.yaml" %}}',
      '```yaml\nkind: Pod\n```',
    ],
    [
      'a file of Docsy',
      hugo,
      'content/en/docs/a.md',
      '{{% readfile file="/includes/need.md" %}}',
      'You need a cluster.',
    ],
    [
      'a file of Docsy as code',
      hugo,
      'content/en/docs/a.md',
      '{{< readfile file="../examples/pods/x.yaml" code="true" lang="yml" >}}',
      '```yml\nkind: Pod\n```',
    ],
    [
      'a shared text of Grafana',
      { ...hugo, 'content/k6/next/shared/part.md': 'It is shared.\n' },
      'content/k6/next/guide/a.md',
      '{{< docs/shared source="k6" lookup="part.md" version="<VERSION>" >}}',
      'It is shared.',
    ],
    ['a partial of MDX', mdx, 'docs/a.mdx', "import Part from './_part.mdx';\n\n<Part />", '\n\nA *part*.'],
    [
      'a partial of the site',
      mdx,
      'docs/a.mdx',
      'import Part from \'@site/docs/_part.mdx\'\n\n<Part name="x" />',
      '\n\nA *part*.',
    ],
    [
      'code of the raw loader',
      mdx,
      'docs/a.mdx',
      'import Run from \'!!raw-loader!@site/src/run.js\'\n\n<CodeBlock language="js">{Run}</CodeBlock>',
      '\n\n```js\nrun();\n```',
    ],
    [
      'code of the raw loader on three lines',
      mdx,
      'docs/a.mdx',
      'import Run from \'!!raw-loader!../src/run.js\'\n\n<CodeBlock language="js">\n  {Run}\n</CodeBlock>',
      '\n\n```js\nrun();\n```',
    ],
    [
      'a part of a file of MyST',
      sphinx,
      'a.md',
      '```{include} part.md\n:start-after: <!-- start -->\n:end-before: <!-- end -->\n```',
      'Shared *words*.',
    ],
    [
      'links of a file of MyST that are relative to it',
      { ...sphinx, 'x/part.md': '[a](docs/b.md) [c](c.md) [d](https://d.example/docs/)' },
      'a.md',
      '```{include} x/part.md\n:relative-docs: docs/\n```',
      '[a](x/docs/b.md) [c](c.md) [d](https://d.example/docs/)',
    ],
    [
      'code of MyST, by lines',
      sphinx,
      'a.md',
      '```{literalinclude} x.py\n:language: py\n:lines: 4-5\n```',
      '```py\ndef first():\n    return 1\n```',
    ],
    [
      'an object of Python',
      sphinx,
      'a.md',
      ':::{literalinclude} /x.py\n:pyobject: first\n:::',
      '```python\ndef first():\n    return 1\n\n\n# --8<-- [start:part]'.replace(/\n\n\n.*$/s, '\n```'),
    ],
    [
      'code of VitePress',
      { '.vitepress/config.ts': '', 'x.ts': '// #region a\nlet a;\n// #endregion a\n' },
      'a.md',
      '<<< @/x.ts#a{1}',
      '```ts\nlet a;\n```',
    ],
  ])('shows %s', (_name, files, file, written, shown) => {
    const folder = { ...files, [file]: `# A\n\n${written}\n\nend\n` };
    const site = readSite(folder);
    const name = site.files.find((each) => /(?:^|\/)a\.mdx?$/.test(each))!;
    expect([site.markdown(name), site.warnings]).toEqual([`# A\n\n${shown}\n\nend\n`, []]);
  });

  test('is read in where an included file includes it', () => {
    const site = readSite({
      ...mkdocs,
      'parts/one.md': 'One.\n\n--8<-- "two.md"\n',
      'parts/two.md': 'Two.\n',
      'docs/a.md': '# A\n\n--8<-- "one.md"\n',
    });
    expect(site.text('a.md')).toBe('One.\nTwo.');
  });
});

describe('a file that is not included', () => {
  const settings = { 'mkdocs.yml': 'docs_dir: docs\n' };
  const including = (files: Record<string, string>, first: string) =>
    readSite({ ...settings, ...files, 'docs/a.md': `# A\n\n--8<-- "${first}"\n\nend\n` });
  const deep = Object.fromEntries([...Array(20).keys()].map((at) => [`docs/d${at}.txt`, `--8<-- "d${at + 1}.txt"\n`]));
  const many = { 'docs/m.txt': '--8<-- "x.txt"\n'.repeat(1200), 'docs/x.txt': 'x\n' };

  test.each<[string, Record<string, string>, string, string]>([
    [
      'because it includes itself',
      { 'docs/c.txt': '--8<-- "d.txt"\n', 'docs/d.txt': '--8<-- "c.txt"\n' },
      'c.txt',
      'Cannot include "c.txt": it includes itself',
    ],
    ['because it is too deep', deep, 'd0.txt', 'Cannot include "d10.txt": it is nested more than 10 files deep'],
    ['because there are too many', many, 'm.txt', 'Cannot include "x.txt": the page includes more than 1000 files'],
    [
      'because it is too large',
      { 'docs/l.txt': 'x'.repeat(1024 * 1024 + 1) },
      'l.txt',
      'Cannot include "l.txt": it is larger than 1048576 bytes',
    ],
    [
      'because all are too large',
      { 'docs/l.txt': '--8<-- "h.txt"\n--8<-- "h.txt"\n', 'docs/h.txt': `${'x '.repeat(300_000)}\n` },
      'l.txt',
      'Cannot include "h.txt": the files that the page includes are larger than 1048576 bytes in all',
    ],
    ['because it is binary', { 'docs/b.txt': 'a\u0000b' }, 'b.txt', 'Cannot include "b.txt": it is not UTF-8 text'],
    [
      'because it lacks the part',
      { 'docs/p.txt': 'a\n' },
      'p.txt:none',
      'Cannot include "p.txt": it does not contain the part to include',
    ],
    [
      'because it is outside of the project',
      {},
      '../../../../../../etc/passwd',
      'Cannot include "../../../../../../etc/passwd": it leads out of the project',
    ],
  ])('%s is named in one warning, and the page is there', (_name, files, first, message) => {
    const site = including(files, first);
    expect(site.warnings.map((each) => [each.file, each.line, each.message])).toEqual([['a.md', 3, message]]);
    expect(site.text('a.md')).toMatch(/end$/);
  });
});
