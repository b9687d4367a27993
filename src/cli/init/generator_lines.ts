import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** What an owner adds to a site's own generator, so that its pages have the search. */
interface GeneratorLine {
  /** The command that installs the package. */
  readonly install: string;
  /** Names that the settings can have, the usual one first. */
  readonly files: readonly string[];
  /** What the file gets. */
  readonly lines: readonly string[];
  /** What a layout gets, where no theme has a place for the search. */
  readonly inLayout?: string;
}

const ASTRO = ['mjs', 'ts', 'js', 'mts'].map((end) => `astro.config.${end}`);

const LINES: Readonly<Record<string, GeneratorLine>> = {
  vitepress: {
    install: 'npm install --save-dev catchword @catchword/vitepress',
    files: ['js', 'ts', 'mjs', 'mts'].flatMap((end) => [`.vitepress/config.${end}`, `.vitepress/config/index.${end}`]),
    lines: ["import catchword from '@catchword/vitepress';", 'vite: { plugins: [catchword()] }'],
  },
  docusaurus: {
    install: 'npm install catchword @catchword/docusaurus',
    files: ['js', 'ts', 'mjs', 'cjs'].map((end) => `docusaurus.config.${end}`),
    lines: ["themes: ['@catchword/docusaurus']"],
  },
  starlight: {
    install: 'npm install --save-dev catchword @catchword/astro',
    files: ASTRO,
    lines: ["import catchword from '@catchword/astro/starlight';", 'starlight({ plugins: [catchword()] })'],
  },
  astro: {
    install: 'npm install --save-dev catchword @catchword/astro',
    files: ASTRO,
    lines: ["import catchword from '@catchword/astro';", 'integrations: [catchword()]'],
  },
  eleventy: {
    install: 'npm install --save-dev catchword @catchword/eleventy',
    files: ['eleventy.config.js', 'eleventy.config.mjs', 'eleventy.config.cjs', '.eleventy.js'],
    lines: ["import catchword from '@catchword/eleventy';", 'eleventyConfig.addPlugin(catchword)'],
    inLayout: '{% catchword %}',
  },
  mkdocs: {
    install: 'npm install catchword && pip install catchword-mkdocs',
    files: ['mkdocs.yml', 'mkdocs.yaml'],
    lines: ['plugins: [catchword]'],
  },
};

/**
 * How a site of a generator gets the search into its own pages; '' where there is no package for it.
 * @param folders that may have its settings
 */
export function offerGeneratorLine(generator: string | null, folders: readonly string[]): string {
  const line = generator === null ? undefined : LINES[generator];
  if (line === undefined) return '';
  const { install, files, lines, inLayout } = line;
  const file = files.find((name) => folders.some((folder) => existsSync(join(folder, name)))) ?? files[0];
  const added = lines.map((each) => `    ${isCommonJs(file!) ? asCommonJs(each) : each}\n`).join('');
  const placed = inLayout === undefined ? '' : `  Add to the layout, where readers search:\n    ${inLayout}\n`;
  return `To add the search to the site's own pages, without a server:\n  ${install}\n  Add to ${file}:\n${added}${placed}\n`;
}

function isCommonJs(file: string): boolean {
  return file === '.eleventy.js' || file.endsWith('.cjs');
}

function asCommonJs(line: string): string {
  return line.replace(/^import (\w+) from (.+);$/, 'const { default: $1 } = require($2);');
}
