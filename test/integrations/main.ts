/**
 * `npm run integrations [-- NAME...]`: installs each generator from its registry with this project's package, as its owner would, builds
 * the site and searches in it with Chromium, in the built site and in development: the right page must be first, and its address must open.
 *
 *   --newest       only the newest major version of each
 *   --keep FOLDER  keeps the sites in a folder
 *   --pictures FOLDER  writes a picture of the search in each built site, as the documentation shows it
 *
 * Needs Chromium, and the network for registries. A version that cannot be installed is skipped by name.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { chromiumPath } from '../explorer/open_explorer.ts';
import { conclude, skipWhere } from '../faults/verdict.ts';
import { repositoryFile } from '../fixtures/built_package.ts';
import { must, run } from '../package/command.ts';
import { packPackage } from '../package/packed_package.ts';
import { driveSite } from './drive_site.ts';
import type { Template } from './template.ts';
import { templates } from './templates/templates.ts';

const { values, positionals } = parseArgs({
  options: { newest: { type: 'boolean', default: false }, keep: { type: 'string' }, pictures: { type: 'string' } },
  allowPositionals: true,
});
const unknown = positionals.filter((name) => !templates.some(({ generator }) => generator === name));
if (unknown.length > 0) {
  const known = templates.map(({ generator }) => generator).join(', ');
  throw new Error(`There is no template of ${unknown.join(' and ')}; known are ${known}.`);
}
skipWhere(chromiumPath === undefined ? 'there is no Chromium' : null);
skipWhere(run('.', ['npm', 'ping']).code === 0 ? null : 'npm does not reach its registry');

const folder = values.keep === undefined ? mkdtempSync(join(tmpdir(), 'catchword-sites-')) : resolve(values.keep);
mkdirSync(folder, { recursive: true });
/** Generators want the Node that runs this program. */
const environment: NodeJS.ProcessEnv = {
  ...process.env,
  PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
  CI: '1',
  ASTRO_TELEMETRY_DISABLED: '1',
  DOCUSAURUS_NO_PERSISTENT_CACHE: '1',
};
const product = packPackage(folder).tarball;
const faults: string[] = [];
const done: string[] = [];
try {
  for (const template of templates) {
    if (positionals.length > 0 && !positionals.includes(template.generator)) continue;
    const majors = values.newest ? template.majors.slice(0, 1) : template.majors;
    for (const major of majors) await drive(template, major);
  }
} finally {
  if (values.keep === undefined) rmSync(folder, { recursive: true, force: true });
}
conclude(done.join('; '), faults);

async function drive(template: Template, major: readonly string[]): Promise<void> {
  const name = major[0]!;
  const site = join(folder, name.replaceAll(/[^\w.-]/g, '_'));
  for (const [path, content] of Object.entries(template.files)) {
    mkdirSync(dirname(join(site, path)), { recursive: true });
    writeFileSync(join(site, path), content);
  }
  const began = performance.now();
  const own = environmentOf(template, site, major);
  if (own === null) {
    done.push(`skipped ${name}, which cannot be installed here`);
    return;
  }
  const installed = performance.now();
  try {
    must(site, template.build, own);
    const seconds = (performance.now() - installed) / 1000;
    const { pictures } = values;
    const picture = pictures === undefined ? null : join(resolve(pictures), `${template.generator}.webp`);
    // Not before the installation, which blocks this process: Chromium may then never close.
    const browser = await chromium.launch({ executablePath: chromiumPath!, args: ['--no-sandbox'] });
    try {
      const found = await driveSite(browser, template, site, own, seconds, picture);
      faults.push(...found.map((fault) => `${name}: ${fault}`));
    } finally {
      await browser.close();
    }
    done.push(`${name}: installed in ${((installed - began) / 1000).toFixed(0)} s, built in ${seconds.toFixed(0)} s`);
  } catch (error) {
    faults.push(`${name}: ${(error as Error).message.slice(0, 2000)}`);
  }
}

/** Installs a generator with the package. @returns the environment of its commands; null: the registry has no such version */
function environmentOf({ package: name, prepare }: Template, site: string, major: readonly string[]) {
  const npm = ['npm', 'install', '--no-audit', '--no-fund', '--loglevel=error'];
  if (prepare !== undefined) {
    must(site, [...npm, product], environment);
    const own = prepare(site, major);
    return own === null ? null : { ...environment, ...own };
  }
  if (run(site, [...npm, ...major], environment).code !== 0) return null;
  const packed = must(repositoryFile(`packages/${name}`), ['npm', 'pack', '--json', '--pack-destination', folder]);
  const [{ filename }] = Object.values(JSON.parse(packed) as Record<string, { filename: string }>) as [
    { filename: string },
  ];
  must(site, [...npm, product, join(folder, filename)], environment);
  return environment;
}
