import { fenced, languageOf } from './included_part.ts';
import { type Inclusion, type InclusionAtLine, inclusionOf } from './inclusions.ts';

const IMPORT = /^import[ \t]+(\w+)[ \t]+from[ \t]+['"]([^'"\n]{1,500})['"][ \t]*;?[ \t]*$/gm;
const MOST_IMPORTS = 500;
const ELEMENT = /^[ \t]*<([A-Z]\w*)(?:[ \t][^<>\n]*)?\/>[ \t]*$/;
const CODE_BLOCK = /^[ \t]*<CodeBlock\b([^<>\n]{0,500})>(?:[ \t]*\{(\w+)\}[ \t]*<\/CodeBlock>)?[ \t]*$/;
const CODE = /^[ \t]*<Code\b[^<>\n]{0,500}?\bcode=\{(\w+)\}[^<>\n]{0,500}?\/>[ \t]*$/;

/**
 * MDX: a component that is imported from a Markdown file stands for its text, docusaurus.io/docs/markdown-features/react, and a text
 * that is imported by the raw loader for a block of code.
 */
export const mdxInclusion: Inclusion = inclusionOf({
  marks: ['import '],
  from: ['file', 'root', 'above'],
  ownLinks: '',
  begin(text) {
    const paths = new Map<string, string>();
    for (const [, name, path] of text.matchAll(IMPORT)) if (paths.size < MOST_IMPORTS) paths.set(name!, path!);
    return paths.size === 0 ? null : (lines, at) => readLine(lines, at, paths);
  },
});

function readLine(lines: readonly string[], at: number, paths: ReadonlyMap<string, string>): InclusionAtLine | null {
  const line = lines[at]!;
  if (!line.includes('<')) return null;
  const block = CODE_BLOCK.exec(line);
  const inner =
    block?.[2] === undefined && block !== null ? /^[ \t]*\{(\w+)\}[ \t]*$/.exec(lines[at + 1] ?? '')?.[1] : undefined;
  const isClosed = inner === undefined || (lines[at + 2] ?? '').trim() === '</CodeBlock>';
  const code = block?.[2] ?? (isClosed ? inner : undefined) ?? CODE.exec(line)?.[1];
  const written = code === undefined ? undefined : paths.get(code);
  if (written !== undefined) {
    const path = written.slice(written.lastIndexOf('!') + 1).replace(/\?raw$/, '');
    const language = /\b(?:language|lang)=["'{]+([\w+#-]+)/.exec(line)?.[1] ?? languageOf(path);
    return { files: [{ path, cut: (text) => fenced(text, language) }], lines: inner === undefined ? 1 : 3 };
  }
  const path = paths.get(ELEMENT.exec(line)?.[1] ?? '');
  return path !== undefined && /\.mdx?$/i.test(path) && !path.includes('!') ? { files: [{ path }], lines: 1 } : null;
}
