// Writes the schemas of catchword.config.json and catchword.curation.yaml for editors. Run it after a change of what they may have.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildConfigSchema } from '../src/cli/settings/config.ts';
import { buildCurationSchema } from '../src/content/curation/curation_schema.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const schemas = {
  'catchword.config.schema.json': buildConfigSchema(),
  'catchword.curation.schema.json': buildCurationSchema(),
};
for (const [file, schema] of Object.entries(schemas)) writeFileSync(`${root}${file}`, JSON.stringify(schema));
const formatter = 'node_modules/@biomejs/biome/bin/biome';
const { status } = spawnSync(process.execPath, [formatter, 'format', '--write', ...Object.keys(schemas)], {
  cwd: root,
});
process.exitCode = status ?? 1;
