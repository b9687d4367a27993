/**
 * Builds a site with Astro and one with VitePress, from npm, with the files of the page "Add the search box to your site", and
 * searches in both with Chromium: the box must show a row and lead to its page, in VitePress without loading it anew.
 * search_box_on_sites.ts [--only astro|vitepress]. Needs Chromium, and the network for npm.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buildSite, joinArtefact } from '../../src/build.ts';
import { openCorpus } from '../../src/corpus/open_corpus.ts';
import { createNodeServer } from '../../src/http/node/node_server.ts';
import { createService, type Service } from '../../src/http/service.ts';
import { documentationPages, savedAs } from '../documentation/code_blocks.ts';
import { conclude, skipWhere, textOption } from '../faults/verdict.ts';
import { launchChromium, wholeChromiumPath } from '../fixtures/chromium.ts';
import { openFolderHost } from '../fixtures/folder_host.ts';
import { must, run } from './command.ts';

interface Framework {
  readonly name: 'astro' | 'vitepress';
  readonly version: string;
  /** Where its Markdown is, in its folder. */
  readonly content: string;
  /** What `build` writes. */
  readonly built: string;
  readonly build: readonly string[];
  /** Whether choices go to its router. */
  readonly hasRouter: boolean;
  /** Further files. */
  readonly files: Readonly<Record<string, string>>;
}

const layout = `---
import Search from '../components/Search.astro';
---
<html lang="en"><head><meta charset="utf-8"><title>A site</title></head><body><Search /><main><slot /></main></body></html>
`;
const frameworks: readonly Framework[] = [
  {
    name: 'astro',
    version: '7.3.5',
    content: 'src/pages',
    built: 'dist',
    build: ['npx', 'astro', 'build'],
    hasRouter: false,
    files: { 'src/layouts/Page.astro': layout },
  },
  {
    name: 'vitepress',
    version: '1.6.4',
    content: '.',
    built: '.vitepress/dist',
    build: ['npx', 'vitepress', 'build'],
    hasRouter: true,
    files: {},
  },
];
const pages: Readonly<Record<string, string>> = {
  'index.md': '# Home\n\nWelcome.\n\n[The guide](./guide)\n',
  'guide.md': '# The guide\n\nHow to begin.\n\n## Lighthouses\n\nA lighthouse shows the way.\n',
};

skipWhere(wholeChromiumPath === undefined ? 'there is no Chromium' : null);
skipWhere(run('.', ['npm', 'ping']).code === 0 ? null : 'npm does not reach its registry');
const { blocks } = documentationPages().find(({ file }) => file === 'site/docs/how-to/search-element.md')!;
const only = textOption('only', '');
const folder = mkdtempSync(join(tmpdir(), 'catchword-box-'));
// The frameworks want the Node that runs this program.
const environment = {
  ...process.env,
  PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
  ASTRO_TELEMETRY_DISABLED: '1',
  CI: '1',
};
const faults: string[] = [];
const chosen = frameworks.filter(({ name }) => only === '' || name === only);
for (const framework of chosen) {
  try {
    await trySite(framework);
  } catch (error) {
    faults.push(`${framework.name}: ${String(error)}`);
  }
}
rmSync(folder, { recursive: true });
conclude(`search boxes in ${chosen.map(({ name, version }) => `${name} ${version}`).join(' and ')}`, faults);

async function trySite(framework: Framework): Promise<void> {
  const { name, version, built, build } = framework;
  const home = join(folder, name);
  const site = await openFolderHost(join(home, built), '/');
  let service: Service | null = null;
  const node = createNodeServer(() => service!);
  await new Promise<void>((resolve) => node.server.listen(0, '127.0.0.1', resolve));
  try {
    writeSite(framework, home, addressOf(node.server));
    must(home, ['npm', 'install', '--no-audit', '--no-fund', '--loglevel=error', `${name}@${version}`], environment);
    must(home, build, environment);
    const { artefact } = await buildSite({
      folder: join(home, framework.content),
      environment: { CATCHWORD_ORIGIN: site.url },
    });
    service = createService({ corpus: openCorpus(joinArtefact(artefact)) });
    await search(framework, site.url);
  } finally {
    site.close();
    await node.close();
  }
}

function writeSite({ name, content, files }: Framework, home: string, service: string): void {
  const write = (file: string, text: string): void => {
    mkdirSync(dirname(join(home, file)), { recursive: true });
    writeFileSync(join(home, file), text.replaceAll('https://docs.example', service));
  };
  write('package.json', '{"private": true, "type": "module"}');
  for (const [file, text] of Object.entries(files)) write(file, text);
  for (const [file, text] of Object.entries(pages))
    write(join(content, file), name === 'astro' ? `---\nlayout: ../layouts/Page.astro\n---\n${text}` : text);
  for (const block of blocks) {
    const file = savedAs(block);
    if (file?.endsWith('.astro') === (name === 'astro') && (name === 'astro' || file?.startsWith('.vitepress/')))
      write(file!, block.text);
  }
}

async function search({ name, hasRouter }: Framework, site: string): Promise<void> {
  const browser = await launchChromium(wholeChromiumPath);
  try {
    const page = await browser.newPage();
    page.on('pageerror', (error) => faults.push(`${name}: ${error.message}`));
    page.on('console', (message) => {
      if (/hydrat|mismatch/i.test(message.text())) faults.push(`${name}: ${message.text()}`);
    });
    await page.goto(site, { waitUntil: 'networkidle' });
    await page.evaluate('window.isSame = true');
    await page.keyboard.press('/');
    await page.getByRole('combobox').pressSequentially('lighthuose');
    await page.getByRole('option', { name: 'Lighthouses in The guide' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(/guide.*#lighthouses(:~:|$)/);
    await page.getByRole('heading', { name: 'Lighthouses' }).waitFor();
    const isSame = (await page.evaluate('window.isSame === true')) as boolean;
    if (isSame !== hasRouter) faults.push(`${name}: the page was ${isSame ? 'not ' : ''}loaded anew`);
  } finally {
    await browser.close();
  }
}

function addressOf(server: { address(): AddressInfo | string | null }): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
