// Writes the schema of catchword.config.json for editors. Run it after a change of the settings.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildConfigSchema } from '../src/cli/settings/config.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const file = 'catchword.config.schema.json';
writeFileSync(`${root}${file}`, JSON.stringify(buildConfigSchema()));
const formatter = 'node_modules/@biomejs/biome/bin/biome';
process.exitCode = spawnSync(process.execPath, [formatter, 'format', '--write', file], { cwd: root }).status ?? 1;
