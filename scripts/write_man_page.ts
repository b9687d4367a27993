// Writes man/catchword.1. Run it after a change of the commands or options.
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import manifest from '../package.json' with { type: 'json' };
import { renderManPage } from '../src/cli/man_page.ts';
import { createProgram } from '../src/cli/program.ts';

const silent = { environment: {}, out() {}, err() {}, outIsTerminal: false, errIsTerminal: false };
const folder = fileURLToPath(new URL('../man/', import.meta.url));
mkdirSync(folder, { recursive: true });
writeFileSync(`${folder}catchword.1`, renderManPage(createProgram(silent, manifest.version, () => {})));
