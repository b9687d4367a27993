/**
 * Runs the tests, all or those named, and fails on any process warning: an unhandled promise, too many listeners, a
 * deprecation.
 * warnings.ts [VITEST ARGUMENT...]
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './baked_site.ts';
import { conclude } from './verdict.ts';

const folder = temporaryFolder();
const record = join(folder, 'warnings');
const recorder = join(folder, 'recorder.mjs');
writeFileSync(
  recorder,
  `import { appendFileSync } from 'node:fs';
const tell = (kind) => (what) => appendFileSync(${JSON.stringify(record)}, kind + ': ' + String(what?.stack ?? what).replaceAll('\\n', ' ') + '\\n');
process.on('warning', tell('warning'));
process.on('uncaughtExceptionMonitor', tell('uncaught'));
`,
);
const { status } = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...process.env, NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import ${recorder}` },
});
const told = existsSync(record) ? readFileSync(record, 'utf8').split('\n').filter(Boolean) : [];
conclude(`tests ended with ${status}`, [...new Set(told), ...(status === 0 ? [] : ['the tests failed'])]);
