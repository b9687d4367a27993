import { existsSync, lstatSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { findRepository } from '../../content/files/project.ts';
import { checkFolder } from '../build/check_folder.ts';
import { misused } from '../command_error.ts';
import { webAddress } from '../settings/config.ts';
import type { Terminal } from '../terminal.ts';
import { type DeploymentFlags, deploymentFiles, type SitePlace } from './deployment_files.ts';

export interface InitFlags extends DeploymentFlags {
  readonly origin?: string;
  readonly title?: string;
  /** Show what would be written, and write nothing. */
  readonly dryRun?: boolean;
}

/** What to do with one file. */
interface Change {
  readonly path: string;
  readonly kind: 'write' | 'append' | 'keep';
  readonly text: string;
}

/** What git should leave out: artefacts, and the feedback of readers. */
const ignored = ['*.catchword', 'data/'];

/**
 * `catchword init`: shows and writes the configuration, the lines of `.gitignore`, and the deployment files that are asked
 * for. It never changes what a file already says.
 * @param version of the program, which deployment files install
 */
export function init(folder: string, flags: InitFlags, terminal: Terminal, version: string): number {
  checkFolder(folder);
  const { origin } = flags;
  if (origin !== undefined && !webAddress().safeParse(origin).success) {
    throw misused(`Cannot use "${origin}" as the origin: an address such as "https://example.org" is expected.`);
  }
  const files = [
    { path: 'catchword.config.json', text: configText(folder, flags) },
    ...deploymentFiles(flags, placeOf(folder), version),
  ];
  const changes = [...files.map((file) => toWrite(folder, file)), toAppend(folder)];
  for (const change of changes) terminal.err(describe(change, folder));
  if (flags.dryRun === true) {
    terminal.err('Nothing is written: this is a dry run.\n');
    return 0;
  }
  for (const change of changes) apply(folder, change);
  const written = changes.filter(({ kind }) => kind !== 'keep').length;
  terminal.err(written === 0 ? 'Nothing to write.\n' : `Written: ${written}. Next: catchword ${folder}\n`);
  return 0;
}

function placeOf(folder: string): SitePlace {
  const path = realpathSync(folder);
  return { folder: path, repository: findRepository(path) ?? path };
}

function configText(folder: string, { origin, title }: InitFlags): string {
  const config = {
    $schema: 'https://unpkg.com/catchword/catchword.config.schema.json',
    origin: (origin ?? 'http://localhost:4777').replace(/\/+$/, ''),
    title: title ?? (basename(resolve(folder)) || 'Site'),
  };
  return `${JSON.stringify(config, null, 2)}\n`;
}

function toWrite(folder: string, { path, text }: { readonly path: string; readonly text: string }): Change {
  // A symbolic link counts too, even one that leads nowhere.
  const isThere = lstatSync(join(folder, path), { throwIfNoEntry: false }) !== undefined;
  return { path, kind: isThere ? 'keep' : 'write', text };
}

function toAppend(folder: string): Change {
  const path = '.gitignore';
  const file = join(folder, path);
  const before = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const lines = before.split('\n').map((line) => line.trim());
  const missing = ignored.filter((line) => !lines.includes(line) && !lines.includes(`/${line}`));
  if (missing.length === 0) return { path, kind: 'keep', text: '' };
  const gap = before === '' || before.endsWith('\n') ? '' : '\n';
  return { path, kind: before === '' ? 'write' : 'append', text: `${gap}${missing.join('\n')}\n` };
}

function describe({ path, kind, text }: Change, folder: string): string {
  const name = join(folder, path);
  if (kind === 'keep') return `Keep ${name}: it is there already.\n\n`;
  const indented = text
    .trim()
    .split('\n')
    .map((line) => `  ${line}`.trimEnd());
  return `${kind === 'append' ? 'Append to' : 'Write'} ${name}:\n${indented.join('\n')}\n\n`;
}

function apply(folder: string, { path, kind, text }: Change): void {
  if (kind === 'keep') return;
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  // `wx` fails where a file has appeared meanwhile; an empty .gitignore is appended to.
  writeFileSync(file, text, { flag: kind === 'append' || existsSync(file) ? 'a' : 'wx' });
}
