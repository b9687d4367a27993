import { type HostilePage, plainSite, vault } from './hostile_markdown.ts';

/** What MDX opens and never closes. */
const UNCLOSED = ['<x', '](<', '<Tab>', 'Foo<', '<A a="'];

/** Pages that have stopped a bake or a server. Each is tried in every run. */
export function namedPages(): HostilePage[] {
  const pages: HostilePage[] = [];
  const add = (
    name: string,
    markdown: string,
    extensions: readonly HostilePage['extension'][] = ['md', 'mdx'],
  ): void => {
    for (const extension of extensions)
      pages.push({ name: `${name} .${extension}`, extension, markdown, site: plainSite });
  };
  add('120,000 quotes', '>'.repeat(120_000));
  add('10,000 lists', '1. '.repeat(10_000));
  add('6,000 <div>', '<div>'.repeat(6_000));
  add('6,000 lines of <div>', '<div>\n'.repeat(6_000));
  add('6,000 blocks of <div>', '<div>\n\n'.repeat(6_000));
  add('a name of 400 KB in a tag that collects code', `{% set ${'code'.repeat(100_000)}`);
  for (const language of ['js', 'sh', 'sql', 'yaml', 'html', 'diff']) {
    const code = ['\t', 'if =', '<a b="', '/*', '"\\'].map((token) => `${token.repeat(4_000)}\n`).join('');
    add(`hostile code in ${language}`, `\`\`\`${language}\n${code}\`\`\`\n`, ['md']);
  }
  const headings = numbered(12_000, (at) => `# h${at}\n\n`);
  for (const target of ['#h%', 'page#h%', '#^h%']) {
    const links = numbered(20_000, (at) => `[[${target.replace('%', String(at % 12_000))}]]\n\n`);
    for (const site of [plainSite, vault]) {
      const name = `20,000 wiki links ${target} on 12,000 headings${site === vault ? ' of a vault' : ''}`;
      pages.push({ name, extension: 'md', markdown: headings + links, site });
    }
  }
  for (const kilobytes of [160, 480]) {
    for (const token of UNCLOSED) {
      for (const before of ['', 'import X from "x"\n\n']) {
        for (const after of ['', '\n']) {
          for (const end of ['', '\n'.repeat(10_000)]) {
            const times = Math.ceil((kilobytes * 1_000) / (token + after).length);
            const name = [
              `${kilobytes} KB of ${token}`,
              after === '' ? 'on one line' : 'in lines',
              ...(before === '' ? [] : ['after an import']),
              ...(end === '' ? [] : ['before empty lines']),
            ].join(' ');
            add(name, before + (token + after).repeat(times) + end, ['mdx']);
          }
        }
      }
    }
  }
  return pages;
}

function numbered(count: number, text: (at: number) => string): string {
  return Array.from({ length: count }, (_, at) => text(at)).join('');
}
