/** What an owner adds to a site's own generator, so that its pages have the search. */
interface GeneratorLine {
  /** The command that installs the package. */
  readonly install: string;
  /** The usual name of the settings file. */
  readonly file: string;
  /** What the file gets. */
  readonly lines: readonly string[];
  /** What a layout gets, where no theme has a place for the search. */
  readonly inLayout?: string;
}

const LINES: Readonly<Record<string, GeneratorLine>> = {
  vitepress: {
    install: 'npm install --save-dev catchword @catchword/vitepress',
    file: '.vitepress/config.js',
    lines: ["import catchword from '@catchword/vitepress';", 'vite: { plugins: [catchword()] }'],
  },
  docusaurus: {
    install: 'npm install catchword @catchword/docusaurus',
    file: 'docusaurus.config.js',
    lines: ["themes: ['@catchword/docusaurus']"],
  },
  starlight: {
    install: 'npm install --save-dev catchword @catchword/astro',
    file: 'astro.config.mjs',
    lines: ["import catchword from '@catchword/astro/starlight';", 'starlight({ plugins: [catchword()] })'],
  },
  astro: {
    install: 'npm install --save-dev catchword @catchword/astro',
    file: 'astro.config.mjs',
    lines: ["import catchword from '@catchword/astro';", 'integrations: [catchword()]'],
  },
  eleventy: {
    install: 'npm install --save-dev catchword @catchword/eleventy',
    file: 'eleventy.config.js',
    lines: ["import catchword from '@catchword/eleventy';", 'eleventyConfig.addPlugin(catchword)'],
    inLayout: '{% catchword %}',
  },
  mkdocs: {
    install: 'npm install catchword && pip install catchword-mkdocs',
    file: 'mkdocs.yml',
    lines: ['plugins: [catchword]'],
  },
};

/**
 * How a site of a generator gets the search into its own pages; '' where there is no package for it.
 * @param settings its file; null: none is there
 */
export function offerGeneratorLine(generator: string | null, settings: string | null): string {
  const line = generator === null ? undefined : LINES[generator];
  if (line === undefined) return '';
  const { install, lines, inLayout } = line;
  const file = settings ?? line.file;
  const added = lines.map((each) => `    ${isCommonJs(file) ? asCommonJs(each) : each}\n`).join('');
  const placed = inLayout === undefined ? '' : `  Add to the layout, where readers search:\n    ${inLayout}\n`;
  return `To add the search to the site's own pages, without a server:\n  ${install}\n  Add to ${file}:\n${added}${placed}\n`;
}

function isCommonJs(file: string): boolean {
  return file === '.eleventy.js' || file.endsWith('.cjs');
}

function asCommonJs(line: string): string {
  return line.replace(/^import (\w+) from (.+);$/, 'const { default: $1 } = require($2);');
}
