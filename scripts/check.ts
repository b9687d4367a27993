/** Runs the checks for a push: types, lint and format, tests (which check the import layers and the documentation too). */
import { spawnSync } from 'node:child_process';

const GATES: readonly (readonly [name: string, ...argv: string[]])[] = [
  ['types', 'node_modules/typescript/bin/tsc', '-p', '.'],
  ['lint and format', 'node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings'],
  ['spelling and wording', 'scripts/lint_prose.ts'],
  ['tests', 'node_modules/vitest/vitest.mjs', 'run'],
];

let failed = 0;
for (const [name, ...argv] of GATES) {
  process.stdout.write(`\n== ${name}\n`);
  const { status } = spawnSync(process.execPath, argv, { stdio: 'inherit' });
  if (status !== 0) failed++;
}
process.stdout.write(`\n${GATES.length - failed} of ${GATES.length} gates passed\n`);
process.exitCode = failed === 0 ? 0 : 1;
