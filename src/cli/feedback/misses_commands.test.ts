import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { environmentOf, useCommandFolder } from '../../../test/fixtures/command_folder.ts';
import { runCommand } from '../../../test/fixtures/run_command.ts';
import { serveCommand } from '../../../test/fixtures/serve_command.ts';
import { openSqliteStore } from '../../feedback/stores/sqlite.ts';

/** Is searched for and not found. It must not occur anywhere but in the owner's commands. */
const CANARY = 'zyxwcanary';
const DAY = Date.UTC(2026, 10, 22) / 86_400_000;

const made = useCommandFolder();

const environment = () => environmentOf(made);
const run = (...args: string[]) => runCommand(args, environment());

async function fill(): Promise<void> {
  const store = await openSqliteStore(made.file, { create: true });
  await store.addMisses([
    { words: 'rare', count: 4, day: DAY },
    { words: 'kubernets pods', count: 12, day: DAY },
    { words: CANARY, count: 5, day: DAY - 1 },
  ]);
  await store.close();
}

describe('catchword misses', () => {
  it('lists what was searched for at least five times', async () => {
    await fill();
    const lines = `     12  2026-11-22  kubernets pods\n      5  2026-11-21  ${CANARY}\n`;
    expect(await run('misses')).toEqual({ code: 0, out: lines, err: '' });
    const { code, out } = await run('misses', '--json');
    expect([code, JSON.parse(out)]).toEqual([
      0,
      [
        { words: 'kubernets pods', count: 12, lastDay: '2026-11-22' },
        { words: CANARY, count: 5, lastDay: '2026-11-21' },
      ],
    ]);
  });

  it('clear deletes the counts, and leaves none in the file', async () => {
    await fill();
    expect(await run('misses', 'clear')).toEqual({ code: 0, out: '', err: 'Done.\n' });
    expect(await run('misses')).toEqual({
      code: 0,
      out: '',
      err: 'Nothing was searched for 5 times and not found.\n',
    });
    expect(await run('misses', '--json')).toEqual({ code: 0, out: '[]\n', err: '' });
    expect(readFileSync(made.file).includes(CANARY)).toBe(false);
  });
});

describe('catchword serve with countMisses', () => {
  const searches = [
    [`q=${CANARY}&final=1`, 6],
    [`final=1&q=${CANARY.toUpperCase()}&limit=3`, 1],
    [`q=${CANARY}`, 2],
    [`q=${CANARY}&final=0`, 1],
    ['q=welcome&final=1', 9],
    ['q=bob%40example.org+4111&final=1', 9],
    ['q=&final=1', 9],
  ] as const;

  it.each(['1', '2'])(
    'counts finished searches without a hit, and tells nobody but the owner (%s workers)',
    async (n) => {
      const args = [made.content, '--local', '--workers', n, '--log-requests'];
      const served = await serveCommand(args, { ...environment(), CATCHWORD_COUNT_MISSES: '1' });
      for (const [search, times] of searches) {
        for (let asked = 0; asked < times; asked++) {
          const response = await fetch(`${served.ready.url}/api/search?${search}`, {
            headers: { connection: 'close' },
          });
          expect(response.status).toBe(200);
          await response.arrayBuffer();
        }
      }
      await fetch(`${served.ready.url}/api/search?q=${CANARY}&final=1`, { method: 'HEAD' });
      for (const target of [
        '/api/pages',
        '/api/search?suggest=10&q=zyxw',
        '/api/feedback',
        '/api/openapi.json',
        '/api/feedback?limit=0',
        '/version.json',
      ]) {
        expect(await (await fetch(served.ready.url + target)).text()).not.toContain(CANARY);
      }
      expect((await served.end()).toLowerCase()).not.toContain(CANARY);
      const store = await openSqliteStore(made.file);
      expect(await store.listMisses(1)).toEqual([
        { words: CANARY, count: 7, day: Math.floor(Date.now() / 86_400_000) },
      ]);
      await store.close();
      expect((await run('misses')).out).toMatch(new RegExp(`^ {6}7  \\d{4}-\\d\\d-\\d\\d  ${CANARY}\n$`));
    },
  );

  it('counts nothing unless it is asked for', async () => {
    const served = await serveCommand([made.content, '--local'], environment());
    for (let asked = 0; asked < 6; asked++) await fetch(`${served.ready.url}/api/search?q=${CANARY}&final=1`);
    await served.end();
    const store = await openSqliteStore(made.file);
    expect(await store.listMisses(1)).toEqual([]);
    await store.close();
  });

  it('is refused without a feedback store', async () => {
    const config = join(made.folder, 'counting.json');
    writeFileSync(config, '{"countMisses":true}');
    const ran = await run('serve', made.content, '--local', '--port', '0', '--feedback', 'none', '--config', config);
    expect(ran).toEqual({
      code: 2,
      out: '',
      err: 'Cannot count misses without a feedback store: name one with --feedback, or set countMisses to false.\n',
    });
  });
});
