import { existsSync, lstatSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { findRepository, openProject } from '../../content/files/project.ts';
import { isWithin, readRegularFile } from '../../content/files/regular_file.ts';
import { readSiteFacts, type SiteFacts, type SiteSetup } from '../../content/site/site_facts.ts';
import { withoutSlash } from '../build/bake_content.ts';
import { explainNoOrigin, renderFacts } from '../build/build_summary.ts';
import { checkFolder, checkOutput, type Output } from '../check_paths.ts';
import { failed, misused } from '../command_error.ts';
import type { InitFlags } from '../options.ts';
import { webAddress } from '../settings/config.ts';
import { configName } from '../settings/read_config.ts';
import type { Terminal } from '../terminal.ts';
import { deploymentFiles, type SitePlace } from './deployment_files.ts';
import { offerGeneratorLine } from './generator_lines.ts';

interface Change {
  readonly path: string;
  readonly kind: 'write' | 'append' | 'keep';
  readonly text: string;
}

const LARGEST_FILE = 1024 * 1024;

/** Files that git should ignore: artefacts, and the feedback of readers. */
const ignored = ['*.catchword', 'data/'];

/**
 * `catchword init`: shows and writes the configuration, the lines of `.gitignore`, and the deployment files that are asked
 * for. It never changes what a file already says.
 * @param version of the program, which deployment files install
 */
export function init(folder: string, flags: InitFlags, terminal: Terminal, version: string): number {
  checkFolder(folder, 'set up');
  if (flags.origin !== undefined && !webAddress().safeParse(flags.origin).success) {
    throw misused(`Cannot use "${flags.origin}" as the origin: expected an address such as "https://example.org".`);
  }
  const site = readSiteFacts(folder, {
    origin: flags.origin === undefined ? null : withoutSlash(flags.origin),
    title: flags.title ?? null,
  });
  const place = placeOf(folder, site);
  const pages = flags.github === true && site.origin.value === null ? pagesAddress(place.repository) : null;
  const files = [{ path: configName, text: configText(flags, site, pages) }, ...deploymentFiles(flags, place, version)];
  const changes = [...files.map((file) => toWrite(folder, file)), toAppend(folder)];
  for (const { path } of changes.filter(({ kind }) => kind !== 'keep')) checkInFolder(folder, path);
  const { origin, title } = site;
  // What the owner set names its option.
  const facts = {
    origin: { ...origin, from: origin.from ?? '--origin' },
    title: { ...title, from: title.from ?? '--title' },
  };
  for (const [name, fact] of renderFacts(facts)) terminal.err(`${name.padEnd(8)} ${fact}\n`);
  for (const each of site.unread) terminal.err(`Cannot read all pages: ${each}.\n`);
  terminal.err('\n');
  for (const change of changes) terminal.err(describe(change, folder));
  if (changes[0]!.kind === 'write') terminal.err(explainOrigin(site.origin.value, pages));
  terminal.err(offerGeneratorLine(site.generator, site.settingsFile));
  if (flags.dryRun === true) {
    terminal.err('Nothing was written: this is a dry run.\n');
    return 0;
  }
  for (const change of changes) apply(folder, change);
  const written = changes.filter(({ kind }) => kind !== 'keep').length;
  terminal.err(written === 0 ? 'Nothing to write.\n' : `Files written: ${written}. Next: catchword ${folder}\n`);
  return 0;
}

function placeOf(folder: string, { root, top }: SiteSetup): SitePlace {
  const path = realpathSync(folder);
  const content = isWithin(resolve(root), resolve(folder)) ? path : realpathSync(top);
  return { folder: path, content, repository: findRepository(path) ?? path };
}

/** @param known origin that the owner or the generator's settings name @param pages origin that the repository tells */
function explainOrigin(known: string | null, pages: string | null): string {
  if (known !== null) return '';
  if (pages === null) return `${explainNoOrigin('')}\n`;
  return `The origin is the address of the repository on GitHub Pages. If the site is elsewhere, change it in ${configName}.\n`;
}

/** What the settings of the generator say is left out, so that it is still read from there. */
function configText(flags: InitFlags, site: SiteFacts & SiteSetup, pages: string | null): string {
  const origin = flags.origin === undefined ? pages : site.origin.value;
  const config = {
    $schema: 'https://unpkg.com/catchword/catchword.config.schema.json',
    ...(origin !== null && { origin }),
    ...(flags.title === undefined && site.hasOwnTitle ? {} : { title: site.title.value }),
  };
  return `${JSON.stringify(config, null, 2)}\n`;
}

function toWrite(folder: string, { path, text }: { readonly path: string; readonly text: string }): Change {
  return { path, kind: isThere(join(folder, path)) ? 'keep' : 'write', text };
}

/** A symbolic link counts too, even one that leads nowhere. */
function isThere(file: string): boolean {
  try {
    return lstatSync(file, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}

/** Files that exist are kept or, if they are no symbolic links to others, appended to. */
const OUTPUT: Output = {
  kept: 'it is a symbolic link',
  advice: 'Correct that, and run the command again.',
  isReplaceable: (file) => !lstatSync(file).isSymbolicLink(),
  folders: 'made',
};

/** @throws CommandError when a file cannot be written, or a symbolic link leads out of the project on the way to it */
function checkInFolder(folder: string, path: string): void {
  const file = join(folder, path);
  checkOutput(file, OUTPUT);
  let parent = dirname(file);
  while (!existsSync(parent)) parent = dirname(parent);
  if (!openProject(folder).holds(parent)) {
    throw failed(`Cannot write "${file}": its folder leads outside the project. ${OUTPUT.advice}`);
  }
}

function toAppend(folder: string): Change {
  const path = '.gitignore';
  const { bytes } = readRegularFile(join(folder, path), { bytes: LARGEST_FILE, within: null });
  const before = bytes?.toString() ?? '';
  const lines = before.split('\n').map((line) => line.trim());
  const missing = ignored.filter((line) => !lines.includes(line) && !lines.includes(`/${line}`));
  if (missing.length === 0) return { path, kind: 'keep', text: '' };
  const gap = before === '' || before.endsWith('\n') ? '' : '\n';
  return { path, kind: before === '' ? 'write' : 'append', text: `${gap}${missing.join('\n')}\n` };
}

function describe({ path, kind, text }: Change, folder: string): string {
  const name = join(folder, path);
  if (kind === 'keep') return `Keep ${name}: it already exists.\n\n`;
  const indented = text.trim().replaceAll(/^(?=.)/gm, '  ');
  return `${kind === 'append' ? 'Append to' : 'Write'} ${name}:\n${indented}\n\n`;
}

function apply(folder: string, { path, kind, text }: Change): void {
  if (kind === 'keep') return;
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  // `wx` fails where a file has appeared meanwhile; an empty .gitignore is appended to.
  writeFileSync(file, text, { flag: kind === 'append' || existsSync(file) ? 'a' : 'wx' });
}

/** `https://github.com/owner/name.git`, also with a user, and `git@github.com:owner/name`. */
const ON_GITHUB =
  /^(?:(?:https?|ssh|git):\/\/(?:[^/@\s]*@)?(?:ssh\.)?github\.com(?::\d+)?\/|(?:[^/@\s]*@)?github\.com:\/?)(?<owner>[A-Za-z0-9-]+)\/(?<name>(?!\.+\/?$)[\w.-]+?)(?:\.git)?\/?$/i;

/**
 * The address at which GitHub Pages publishes a repository (docs.github.com/pages, "Types of GitHub Pages sites"): by its remote `origin`,
 * of which only the text in `.git/config` is read. Null where that is not on GitHub.
 */
export function pagesAddress(repository: string): string | null {
  const { bytes } = readRegularFile(join(repository, '.git', 'config'), { bytes: LARGEST_FILE, within: repository });
  const { owner, name } = ON_GITHUB.exec(originUrl(bytes?.toString() ?? '') ?? '')?.groups ?? {};
  if (owner === undefined || name === undefined) return null;
  const host = `${owner.toLowerCase()}.github.io`;
  return name.toLowerCase() === host ? `https://${host}` : `https://${host}/${name}`;
}

/** The first `url` of the remote `origin` (git-config, "Syntax"). */
function originUrl(config: string): string | null {
  let isOrigin = false;
  for (const line of config.split('\n')) {
    if (/^\s*\[/.test(line)) isOrigin = /^\s*\[remote\s+"origin"\]/.test(line);
    const url = isOrigin ? /^\s*url\s*=\s*"?([^"#;\s]+)"?\s*(?:[#;].*)?$/i.exec(line)?.[1] : undefined;
    if (url !== undefined) return url;
  }
  return null;
}
