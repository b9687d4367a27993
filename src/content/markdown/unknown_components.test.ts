import { expect, test } from 'vitest';
import { findUnknownComponents } from './unknown_components.ts';

const found = (source: string) => findUnknownComponents(source).map(({ name, line }) => `${line} ${name}`);

test('components and shortcodes that leave nothing are found with their lines', () => {
  const source = [
    '---',
    'title: A',
    '---',
    'Text <Chart data={[1, 2]} /> and <Version/>.',
    '',
    '<Map',
    '  place="here" />',
    '',
    '{{< chart "a.json" >}} {{% list-of-pages %}}',
  ].join('\n');
  expect(found(source)).toEqual(['4 <Chart>', '4 <Version>', '6 <Map>', '9 {{< chart >}}', '9 {{% list-of-pages %}}']);
});

test.each([
  ['words between the tags', '<Tabs>\n<Tab>One</Tab>\n</Tabs>'],
  ['words among the parameters', '<Card title="One" /> {{< glossary term="Pod" >}}'],
  ['an image', '<Image src="a.png" />'],
  ['what readers do not see', '<Icon name="x" /> <Head />'],
  ['code', '`<Chart />`\n\n```\n<Chart />\n{{< chart >}}\n```'],
  ['references and included files', '{{< ref "a.md" >}} {{< include "b.md" >}}'],
  ['shortcodes with content', '{{< note >}}One{{< /note >}}'],
])('%s is read', (_, source) => {
  expect(found(source)).toEqual([]);
});

test('a placeholder in plain Markdown is no component', () => {
  expect(found('Write <YourName> and <Chart/>.')).toEqual(['1 <Chart>']);
});

test('at most 1,000 are listed of a page', () => {
  expect(found('<Chart />\n'.repeat(3_000))).toHaveLength(1_000);
});
