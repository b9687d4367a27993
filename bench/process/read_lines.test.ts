import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readLines } from './read_lines.ts';

test('ends lines at line feeds alone, whatever a text in JSON has', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'catchword-lines-'));
  const file = join(folder, 'lines');
  const lines = [JSON.stringify('one\u2028line'), JSON.stringify('x'.repeat(200_000)), '"last"'];
  writeFileSync(file, lines.join('\n'));
  const read: string[] = [];
  for await (const line of readLines(file)) read.push(line);
  expect(read).toEqual(lines);
  rmSync(folder, { recursive: true });
});
