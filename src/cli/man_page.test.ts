import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { renderManPage } from './man_page.ts';
import { createProgram } from './program.ts';

const file = fileURLToPath(new URL('../../man/catchword.1', import.meta.url));
const silent = { environment: {}, out() {}, err() {}, outIsTerminal: false, errIsTerminal: false };

describe('renderManPage', () => {
  it('is what man/catchword.1 has (scripts/write_man_page.ts writes it)', () => {
    const program = createProgram(silent, manifest.version, () => {});
    expect(readFileSync(file, 'utf8')).toBe(renderManPage(program));
  });

  it('is installed by npm, which links the pages of a list only', () => {
    expect(manifest.man).toEqual(['man/catchword.1']);
  });

  const groff = spawnSync('groff', ['-man', '-Tutf8', '-ww', file], { encoding: 'utf8' });
  it.skipIf(groff.error !== undefined)('is read by groff without a warning', () => {
    expect([groff.status, groff.stderr]).toEqual([0, '']);
    // Bold text is overstruck.
    expect(groff.stdout.replaceAll(/.\x08/g, '')).toContain('--port <number>');
  });
});
