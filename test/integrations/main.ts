/**
 * `npm run integrations [-- NAME...]`: installs each generator from its registry with this project's package, as its owner would, builds
 * the site and searches in it with Chromium, in the built site and in development: the right page must be first, and its address must open.
 * Each site is built once for each way in which its addresses can end, and once more with a service in place of files.
 *
 *   --newest       only the newest major version of each, with addresses that end in one way
 *   --keep FOLDER  keeps the sites in a folder
 *   --pictures FOLDER  writes a picture of the search in each built site, as the documentation shows it
 *
 * Needs Chromium, and the network for registries. A version that cannot be installed is skipped by name.
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { conclude, skipWhere } from '../faults/verdict.ts';
import { repositoryFile } from '../fixtures/built_package.ts';
import { launchChromium, wholeChromiumPath } from '../fixtures/chromium.ts';
import { freePort } from '../fixtures/free_port.ts';
import { must, run } from '../package/command.ts';
import { packPackage } from '../package/packed_package.ts';
import { driveSite } from './drive_site.ts';
import { startService } from './site_service.ts';
import { ARTEFACT, type Shape, type Template } from './template.ts';
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
skipWhere(wholeChromiumPath === undefined ? 'there is no Chromium' : null);
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
  const [first] = template.endings;
  writeSite(template, site, { ending: first!, server: null });
  const began = performance.now();
  const own = environmentOf(template, site, major);
  if (own === null) {
    done.push(`skipped ${name}, which cannot be installed here`);
    return;
  }
  const installed = ((performance.now() - began) / 1000).toFixed(0);
  const took: string[] = [];
  // On each push there is time for one.
  for (const ending of values.newest ? [first!] : template.endings)
    took.push(await driveShape(name, template, site, own, { ending, server: null }));
  if (template.isOnlyFiles !== true && !values.newest) {
    const server = `http://localhost:${await freePort()}`;
    took.push(await driveShape(name, template, site, own, { ending: first!, server }));
  }
  done.push(`${name}: installed in ${installed} s, built in ${took.join(', ')} s`);
}

function writeSite(template: Template, site: string, shape: Shape): void {
  for (const [path, content] of Object.entries(template.files(shape))) {
    // An installation has added its packages.
    if (path === 'package.json' && existsSync(join(site, path))) continue;
    mkdirSync(dirname(join(site, path)), { recursive: true });
    writeFileSync(join(site, path), content);
  }
}

/** Builds a site in one shape, and searches in it. @returns the seconds of the build */
async function driveShape(
  name: string,
  template: Template,
  folder: string,
  environment: NodeJS.ProcessEnv,
  shape: Shape,
): Promise<string> {
  const { ending, server } = shape;
  const label = `${name} with addresses in "${ending}"${server === null ? '' : ' and a service'}`;
  try {
    const artefact = join(template.project ?? '', ARTEFACT);
    for (const made of [template.built, artefact]) rmSync(join(folder, made), { recursive: true, force: true });
    writeSite(template, folder, shape);
    const began = performance.now();
    must(folder, template.build, environment);
    const seconds = (performance.now() - began) / 1000;
    const { pictures } = values;
    const isFirst = ending === template.endings[0] && server === null;
    const picture = pictures !== undefined && isFirst ? join(resolve(pictures), `${template.generator}.webp`) : null;
    const endService = server === null ? () => {} : await startService(folder, artefact, server, environment);
    // Not before the installation, which blocks this process: Chromium may then never close.
    const browser = await launchChromium(wholeChromiumPath);
    try {
      const found = await driveSite(browser, { template, shape, folder, environment }, seconds, picture);
      tell(label, found);
    } finally {
      endService();
      await browser.close();
    }
    return seconds.toFixed(0);
  } catch (error) {
    tell(label, [(error as Error).message.slice(0, 2000)]);
    return '-';
  }
}

/** Keeps what was wrong with a site for the end, and says it at once, as all sites take an hour. */
function tell(label: string, found: readonly string[]): void {
  faults.push(...found.map((fault) => `${label}: ${fault}`));
  const held = found.length === 0 ? ['held'] : found;
  for (const each of held) process.stderr.write(`${label}: ${each}\n`);
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
