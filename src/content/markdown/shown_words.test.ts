import { describe, expect, test } from 'vitest';
import { readSite } from '../../../test/fixtures/read_site.ts';
import { shownByComponent, shownByShortcode } from './shown_words.ts';

describe('the words that readers see', () => {
  test.each([
    ['{{< glossary_tooltip term_id="pod" text="Pod" >}}', 'Pod'],
    ["{{< glossary_tooltip text='Pods' term_id='pod' >}}", 'Pods'],
    ['{{< glossary_tooltip term_id="kube-proxy" >}}', 'kube proxy'],
    ['{{% term "cluster" %}}', 'cluster'],
    ['{{< kbd Enter >}}', 'Enter'],
    ['{{< badge "New" >}}', 'New'],
    ['{{< x term="a \\"b\\"" >}}', 'a "b"'],
    ['{{< figure src="a.png" title="A" >}}', ''],
    ['{{< youtube "abc" >}}', ''],
    ['text', ''],
    [`{{< x text="${'a'.repeat(5000)}" >}}`, ''],
  ])('of the shortcode %s are "%s"', (tag, words) => {
    expect(shownByShortcode(tag)).toBe(words);
  });

  test.each([
    ['<Card title="Get started">', 'Get started'],
    ['<Card title={"Get started"} href="/x" />', 'Get started'],
    ['<Card\n  title=\'Two lines\'\n  text="and more"\n/>', 'Two lines and more'],
    ['<TabItem value="npm" label="With npm">', 'With npm'],
    ['<TabItem value="npm">', 'npm'],
    ['<Tab name="Linux">', 'Linux'],
    ['<Icon name="star" />', ''],
    ['<Image title="A" />', ''],
    ['<Card>title="not a parameter"</Card>', ''],
    ['<div title="A">', ''],
    ['<Card render={() => <b title="x" />}>', ''],
  ])('of the component %s are "%s"', (tag, words) => {
    expect(shownByComponent(tag)).toBe(words);
  });

  test('stay in the sentence', () => {
    const files = {
      'hugo.toml': '',
      'content/a.md': '# A\n\nA {{< glossary_tooltip term_id="pod" text="Pod" >}} can have multiple containers.\n',
    };
    expect(readSite(files).text('a.md')).toBe('A Pod can have multiple containers.');
  });

  test('of a link of MyST without any are the name of its target', () => {
    const site = readSite({
      'conf.py': 'extensions = []\n',
      'a.md': '# A\n\nMore in [](guide/set-up.md), see [](#the-label).\n',
    });
    expect(site.text('a.md')).toBe('More in set up, see the label.');
  });

  test('stay in MDX', () => {
    const page = '# A\n\nPress <Key name="Enter" /> now.\n\n<Card title="Get started">\nBody\n</Card>\n';
    const files = { 'docusaurus.config.js': 'module.exports = {}', 'docs/a.mdx': page };
    const site = readSite(files);
    expect(site.text(site.files[0]!)).toBe('Press Enter now.\nGet started\nBody');
  });

  test('of components that are nested a thousand deep leave the page there', () => {
    const page = `# A\n\n${'<Card title="T">\n'.repeat(1000)}\nend\n${'</Card>\n'.repeat(1000)}`;
    const site = readSite({ 'docusaurus.config.js': 'module.exports = {}', 'docs/a.mdx': page });
    expect([site.text(site.files[0]!).includes('end'), site.warnings.length]).toEqual([true, 0]);
  });
});
