/**
 * Prints the part of CHANGELOG.md for a version, without its heading. Fails unless the tag, package.json, the manual page and a dated
 * heading of the changelog name the same version.
 * release_notes.ts TAG, such as v0.2.0
 */
import { readFileSync } from 'node:fs';

const read = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
const tag = process.argv[2] ?? '';
const { version } = JSON.parse(read('package.json')) as { readonly version: string };
const parts = read('CHANGELOG.md').split(/^## /m);
const part = parts.find((each) => each.startsWith(`${version} (`));
const faults = [
  ...(tag === `v${version}` ? [] : [`the tag is "${tag}", and package.json has ${version}`]),
  ...(read('man/catchword.1').includes(`"catchword ${version}"`)
    ? []
    : ['the manual page has another version: run scripts/write_man_page.ts']),
  ...(part !== undefined && /^\S+ \(\d{4}-\d\d-\d\d\)\n/.test(part)
    ? []
    : [`CHANGELOG.md has no heading "## ${version} (YYYY-MM-DD)"`]),
];
if (faults.length > 0) process.stderr.write(`Cannot release: ${faults.join('; ')}.\n`);
else process.stdout.write(part!.slice(part!.indexOf('\n')).trimStart());
process.exitCode = faults.length > 0 ? 1 : 0;
