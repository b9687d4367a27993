import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { environmentOf, useCommandFolder } from '../../test/fixtures/command_folder.ts';
import { attemptOf } from '../../test/fixtures/feedback.ts';
import { openSqliteStore } from '../feedback/stores/sqlite.ts';
import { main } from './main.ts';
import { COLOUR } from './terminal.ts';

const HOSTILE = 'a\u0007\u001b[2Jb\u007f\u0085\u009bc\u061c\u200e\u200f\u202ed\u2066\u2069';
const HIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
const NOW = Date.UTC(2026, 10, 21);

const made = useCommandFolder();

/** Runs a command on a site and a store that are full of characters for a terminal. */
async function run(isTerminal: boolean, ...args: readonly string[]): Promise<string> {
  const site = join(made.folder, 'hostile');
  mkdirSync(site, { recursive: true });
  const front = JSON.stringify({ title: HOSTILE, date: HOSTILE, url: `/../${HOSTILE}`, tags: [HOSTILE] });
  writeFileSync(
    join(site, 'a.md'),
    `---json\n${front}\n---\n## ${HOSTILE}\n\n[${HOSTILE}](${HOSTILE}.md) [b](#${HOSTILE})\n`,
  );
  writeFileSync(join(site, 'b\u0085\u202e.md'), '# b\n\n[c](c.md)\n');
  const store = await openSqliteStore(made.file, { create: true });
  await store.submit(attemptOf('key', { message: HOSTILE, about: HOSTILE }, NOW));
  await store.close();
  let written = '';
  const write = (data: string | Uint8Array) => {
    written += Buffer.from(data).toString();
  };
  await main(
    args.map((arg) => arg.replace('SITE', site).replace('FILE', join(made.folder, 'hostile.catchword'))),
    {
      environment: { ...environmentOf(made), CATCHWORD_CACHE: join(made.folder, HOSTILE), CI: '1' },
      out: write,
      err: write,
      outIsTerminal: isTerminal,
      errIsTerminal: isTerminal,
    },
  );
  // Without the colours of ours.
  return written
    .split(COLOUR)
    .filter((_, at) => at % 2 === 0)
    .join('');
}

describe('text of others is visible', () => {
  const build = ['build', 'SITE', '--out', 'FILE', '--local'];
  test.each([
    ['feedback list', ['feedback', 'list']],
    ['feedback list --json', ['feedback', 'list', '--json']],
    ['feedback export --json', ['feedback', 'export', '--json']],
    ['check', ['check', 'SITE']],
    ['check --format json', ['check', 'SITE', '--format', 'json']],
    ['check --format github', ['check', 'SITE', '--format', 'github']],
    ['check --format junit', ['check', 'SITE', '--format', 'junit']],
    ['check --format sarif', ['check', 'SITE', '--format', 'sarif']],
    ['build', build],
    ['build --json', [...build, '--json']],
    ['config', ['config']],
    ['an unknown command', [HOSTILE]],
    ['a folder that is not there', ['check', HOSTILE]],
  ])('by %s', async (_name, args) => {
    for (const isTerminal of [false, true]) {
      const written = await run(isTerminal, ...args);
      expect(written).not.toMatch(HIDDEN);
      expect(written).toMatch(/\\u(?:0085|\{85\})/);
    }
  });

  test('by the CSV of feedback on a terminal; a file has the values as they were sent', async () => {
    expect(await run(true, 'feedback', 'list', '--csv')).not.toMatch(HIDDEN);
    expect(await run(false, 'feedback', 'list', '--csv')).toContain(HOSTILE);
  });

  test('with the same values in JSON', async () => {
    const [row] = JSON.parse(await run(false, 'feedback', 'list', '--json')) as { message: string; about: string }[];
    expect(row).toMatchObject({ message: HOSTILE, about: HOSTILE });
    const { findings } = JSON.parse(await run(false, 'check', 'SITE', '--format', 'json')) as {
      findings: { file: string }[];
    };
    expect(findings.map(({ file }) => file.split('/').at(-1))).toContain('b\u0085\u202e.md');
  });
});
