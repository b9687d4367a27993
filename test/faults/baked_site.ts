import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { catchword } from './serve_process.ts';

const site = fileURLToPath(new URL('../../site', import.meta.url));

/** A folder that is removed when the process ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'catchword-faults-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Bakes the shipped site, or another folder, with an origin: without one there is no sitemap and no feed. @returns the path of the artefact */
export function bakeSite(folder: string, commit: string, content = site, name = commit, program = catchword): string {
  const file = join(folder, `${name}.catchword`);
  const args = ['build', content, '--out', file, '--commit', commit];
  const environment = {
    ...{ ...process.env, CATCHWORD_CACHE: join(folder, 'cache') },
    CATCHWORD_ORIGIN: 'https://site.example',
  };
  execFileSync(process.execPath, [program, ...args], { env: environment, stdio: ['ignore', 'ignore', 'pipe'] });
  return file;
}
