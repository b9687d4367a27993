// Installs the locked dependencies if they are missing or older than the lock file, so that one command works on a fresh clone.
// Runs on any Node 20 or newer: only built-in modules.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

/** @param {string} folder a folder with a package-lock.json; updates its node_modules to match */
export function install(folder) {
  const lock = createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex');
  const stamp = join(folder, 'node_modules', '.catchword-lock');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  if (lstatSync(join(folder, 'node_modules'), { throwIfNoEntry: false })?.isSymbolicLink()) {
    // npm ci would empty the folder behind the link, which others may use.
    process.stderr.write(
      'Cannot install dependencies: node_modules is a symbolic link. Remove the link and run again.\n',
    );
    process.exit(1);
  }
  process.stderr.write('Installing dependencies (once)...\n');
  const npm = process.env.npm_execpath;
  // npm drops optional packages that do not support the Node that it runs on, so it shall find this one first.
  const env = { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH ?? ''}` };
  const args = ['ci', '--no-fund', '--no-audit', '--loglevel=error'];
  const done =
    npm?.endsWith('.js') === true
      ? spawnSync(process.execPath, [npm, ...args], { cwd: folder, stdio: ['ignore', 2, 2] })
      : spawnSync('npm', args, { cwd: folder, stdio: ['ignore', 2, 2], shell: process.platform === 'win32', env });
  if (done.status !== 0) {
    process.stderr.write('Cannot install dependencies: npm ci failed; see its output above.\n');
    process.exit(1);
  }
  writeFileSync(stamp, lock);
}
