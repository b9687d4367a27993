import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { environmentOf, useCommandFolder } from '../../../test/fixtures/command_folder.ts';
import { attemptOf, CANARY, NOW } from '../../../test/fixtures/feedback.ts';
import { type Ran, runCommand } from '../../../test/fixtures/run_command.ts';
import { serveCommand } from '../../../test/fixtures/serve_command.ts';
import { startReader } from '../../../test/fixtures/store_reader.ts';
import { submissionOfAnswer } from '../../feedback/page_answers.ts';
import { openSqliteStore } from '../../feedback/stores/sqlite.ts';
import { changeFeedback } from './feedback_commands.ts';

const program = fileURLToPath(new URL('../../../bin/catchword', import.meta.url));
const ESCAPE = '\u001b[31m';
const made = useCommandFolder();

const environment = () => environmentOf(made);

const silentTerminal = { out: () => {}, outIsTerminal: false, errIsTerminal: false };

function run(...args: string[]): Promise<Ran> {
  return runCommand(args, environment());
}

/** Creates a store of three submissions. @returns their ids */
async function fill(): Promise<string[]> {
  const store = await openSqliteStore(made.file, { create: true });
  const told = [
    { message: `It "fails",\n${ESCAPE}${CANARY}`, about: 'index' },
    { message: 'a\u0000b', about: null },
    { message: 'plain', about: '' },
  ];
  const ids: string[] = [];
  for (const [at, members] of told.entries()) {
    const attempt = attemptOf(`key ${at}`, members, NOW + at * 1000);
    await store.submit(attempt);
    ids.push(attempt.id);
  }
  await store.close();
  return ids;
}

describe('catchword feedback', () => {
  it('init makes a store, which other commands refuse to do', async () => {
    const { code, out, err } = await run('feedback', 'list');
    expect([code, out, existsSync(made.file)]).toEqual([1, '', false]);
    expect(err).toMatch(
      /^Cannot open the feedback store: the file ".*" does not exist\. Create one with "catchword feedback init"\.\n$/,
    );
    expect(await run('feedback', 'init')).toEqual({ code: 0, out: '', err: 'The feedback store is ready.\n' });
    expect(await run('feedback', 'list')).toEqual({ code: 0, out: '', err: '' });
  });

  it('list prints each submission in one line and escapes terminal control characters', async () => {
    const ids = await fill();
    await run('feedback', 'hide', ids[1]!);
    const { code, out } = await run('feedback', 'list');
    const lines = out.trimEnd().split('\n');
    expect([code, lines.length]).toEqual([0, 3]);
    expect(lines[0]).toBe(
      `${ids[0]}  2026-11-21T09:30:00Z  broken      low     index:  It "fails",\\u{a}\\u{1b}[31m${CANARY}`,
    );
    expect(lines[1]).toContain('[hidden]');
  });

  it('export writes everything as it was sent, as JSON and as CSV', async () => {
    const ids = await fill();
    const rows = JSON.parse((await run('feedback', 'export')).out);
    expect(rows[0]).toEqual({
      id: ids[0],
      kind: 'broken',
      severity: 'low',
      about: 'index',
      message: `It "fails",\n${ESCAPE}${CANARY}`,
      submittedAt: '2026-11-21T09:30:00Z',
      hidden: false,
      intact: true,
    });
    expect(rows.map(({ message, about }: { message: string; about: string }) => [message, about]).slice(1)).toEqual([
      ['a\u0000b', null],
      ['plain', ''],
    ]);
    const csv = (await run('feedback', 'export', '--csv')).out;
    expect(csv.startsWith('id,kind,severity,about,message,submittedAt,hidden,intact\r\n')).toBe(true);
    expect(csv).toContain(`,index,"It ""fails"",\n${ESCAPE}${CANARY}",2026`);
    expect(csv).toContain(',,a\u0000b,');
    expect(csv).toContain(',"",plain,');
    expect((await run('feedback', 'list', '--json')).out).toBe((await run('feedback', 'export')).out);
    expect((await run('feedback', 'export', '--json', '--csv')).code).toBe(2);
  });

  it('show prints one submission, and reports an unknown id', async () => {
    const [id] = await fill();
    expect((await run('feedback', 'show', id!)).out).toMatch(
      new RegExp(`^id +${id}\n[^]*\n\nIt "fails",\n.*${CANARY}\n$`),
    );
    expect(JSON.parse((await run('feedback', 'show', id!, '--json')).out).id).toBe(id);
    const missing = await run('feedback', 'show', 'x');
    expect(missing).toEqual({ code: 1, out: '', err: 'Cannot find the submission "x": no submission has this id.\n' });
  });

  it('hide, unhide and purge change what rollup counts', async () => {
    const ids = await fill();
    const total = async () => JSON.parse((await run('rollup', made.content)).out).total;
    expect(await total()).toBe(3);
    await run('feedback', 'hide', ids[0]!, ids[1]!);
    expect(await total()).toBe(1);
    await run('feedback', 'unhide', ids[0]!);
    expect(await total()).toBe(2);
    expect((await run('feedback', 'purge', ids[0]!, 'x')).code).toBe(1);
    expect(await total()).toBe(1);
    expect(readFileSync(made.file).includes(CANARY)).toBe(false);
  });

  it('hide, unhide and purge change the submissions that options choose, and --dry-run only shows them', async () => {
    const store = await openSqliteStore(made.file, { create: true });
    const ids: string[] = [];
    for (const [at, [kind, about]] of (
      [
        ['broken', 'index'],
        ['other', 'index'],
        ['other', null],
        ['other', 'index'],
      ] as const
    ).entries()) {
      const attempt = attemptOf(`key ${at}`, { kind, about }, NOW + at * 3_600_000);
      await store.submit(attempt);
      ids.push(attempt.id);
    }
    await store.close();
    const flood = ['--kind', 'other', '--about', 'index', '--since', '2026-11-21T10:00:00Z'];
    const listed = async (...more: string[]) =>
      (await run('feedback', 'list', ...more)).out.split('\n').flatMap((line) => line.split('  ')[0] || []);
    expect(await listed(...flood)).toEqual([ids[1], ids[3]]);
    expect(await listed(...flood, '--until', '2026-11-21T12:30:00Z')).toEqual([ids[1]]);
    expect(await listed('--severity', 'high')).toEqual([]);

    const dry = await run('feedback', 'hide', ...flood, '--dry-run');
    expect([dry.code, dry.err]).toEqual([0, '2 submissions would be hidden.\n']);
    expect(dry.out.split('\n').flatMap((line) => line.split('  ')[0] || [])).toEqual([ids[1], ids[3]]);
    expect((await run('feedback', 'list')).out).not.toContain('[hidden]');

    const hidden = await run('feedback', 'hide', ...flood);
    expect([hidden.code, hidden.out]).toEqual([0, '']);
    expect(hidden.err).toMatch(/^2 submissions were hidden\.\nDone\. The public counts will change at the next update/);
    // What is hidden already is not hidden again.
    expect((await run('feedback', 'hide', ...flood)).err).toBe('0 submissions were hidden.\n');
    expect((await run('feedback', 'unhide', '--since', '2026-11-21', '--until', '2026-11-21T11:00:00Z')).err).toMatch(
      /^1 submission was shown again\.\n/,
    );
    expect((await run('feedback', 'purge', '--about', 'index')).err).toMatch(/^3 submissions were purged\.\n/);
    expect(await listed()).toEqual([ids[2]]);
    expect(await listed('--since', '3d')).toEqual([]);
  });

  it('pages counts submissions by what they are about, most first, and lists what was not found', async () => {
    const store = await openSqliteStore(made.file, { create: true });
    const told = [
      ['broken', 'index', 0],
      ['other', 'a\u001b', 1],
      ['other', 'a\u001b', 26],
      ['missing', 'a\u001b', 2],
      ['missing', null, 3],
      ['missing', 'hidden', 3],
    ] as const;
    for (const [at, [kind, about, hours]] of told.entries()) {
      const attempt = attemptOf(`key ${at}`, { kind, about }, NOW + hours * 3_600_000);
      await store.submit(attempt);
      if (about === 'hidden') await store.hide(attempt.id, true);
    }
    await store.addMisses([{ words: 'no such thing', count: 7, day: Math.floor(NOW / 86_400_000) }]);
    await store.close();
    expect(await run('feedback', 'pages')).toEqual({
      code: 0,
      out: [
        '      3  2026-11-22  a\\u{1b}  2 other, 1 missing',
        '      1  2026-11-21  (no page)  1 missing',
        '      1  2026-11-21  index  1 broken',
        '',
        'Searches that found nothing:',
        '      7  2026-11-21  no such thing',
        '',
      ].join('\n'),
      err: '',
    });
    const { out } = await run('feedback', 'pages', '--json', '--kind', 'broken');
    expect(JSON.parse(out)).toEqual({
      pages: [{ about: 'index', count: 1, kinds: { broken: 1 }, helpful: { yes: 0, no: 0 }, last: '2026-11-21' }],
      misses: [{ words: 'no such thing', count: 7, lastDay: '2026-11-21' }],
    });
  });

  it('pages counts whether each page helped, and puts those first that did not', async () => {
    const store = await openSqliteStore(made.file, { create: true });
    const [yes, no] = ['yes', 'no'].map((answer) => submissionOfAnswer(answer)!);
    const told = [
      ...['good', 'good', 'good', 'fair'].map((about) => ({ ...yes, about })),
      ...['fair', 'poor', 'poor'].map((about) => ({ ...no, about })),
      { kind: 'missing', about: 'poor' },
      { kind: 'other', about: 'poor' },
    ] as const;
    for (const [at, members] of told.entries()) await store.submit(attemptOf(`key ${at}`, members));
    await store.close();
    expect(await run('feedback', 'pages')).toEqual({
      code: 0,
      out: [
        '      4  2026-11-21  poor  1 missing, 1 other, 2 not helpful',
        '      1  2026-11-21  fair  1 helpful, 1 not helpful',
        '      0  2026-11-21  good  3 helpful',
        '',
      ].join('\n'),
      err: '',
    });
    const { out } = await run('feedback', 'pages', '--json', '--about', 'fair');
    expect(JSON.parse(out)).toEqual({
      pages: [{ about: 'fair', count: 1, kinds: {}, helpful: { yes: 1, no: 1 }, last: '2026-11-21' }],
      misses: [],
    });
  });

  it.each([
    [['hide'], 'Cannot choose submissions: pass either IDs or --kind, --severity, --about, --since or --until.'],
    [
      ['purge', 'x', '--kind', 'other'],
      'Cannot choose submissions: pass either IDs or --kind, --severity, --about, --since or --until.',
    ],
    [
      ['hide', '--kind', 'spam'],
      'Cannot use --kind "spam": expected one of missing, broken, confusing, inaccurate, other.',
    ],
    [['list', '--severity', ''], 'Cannot use --severity "": expected one of high, medium, low.'],
    [
      ['hide', '--since', '2026-02-30T25:00:00Z'],
      'Cannot use --since "2026-02-30T25:00:00Z": expected a day such as 2026-01-31 (UTC), a time such as 2026-01-31T09:30:00Z, or an age such as 30m, 2h or 3d.',
    ],
    [
      ['hide', '--until', '2026-02-30'],
      'Cannot use --until "2026-02-30": expected a day such as 2026-01-31 (UTC), a time such as 2026-01-31T09:30:00Z, or an age such as 30m, 2h or 3d.',
    ],
    [
      ['hide', '--until', 'yesterday'],
      'Cannot use --until "yesterday": expected a day such as 2026-01-31 (UTC), a time such as 2026-01-31T09:30:00Z, or an age such as 30m, 2h or 3d.',
    ],
  ])('refuses %j', async (args, message) => {
    await fill();
    expect(await run('feedback', ...args)).toEqual({ code: 2, out: '', err: `${message}\n` });
  });

  it('hide, unhide and purge recompute the public aggregate at once, and report it', async () => {
    const ids = await fill();
    const aggregate = async () => {
      const store = await openSqliteStore(made.file);
      const read = await store.readAggregate();
      await store.close();
      return read === null ? null : [read.total, ...read.subjects];
    };
    const told = { code: 0, out: '', err: `Done. The public counts were updated for "${made.content}".\n` };
    expect(await run('feedback', 'hide', ids[0]!, '--source', made.content)).toEqual(told);
    expect(await aggregate()).toEqual([2]);
    expect(await run('feedback', 'unhide', ids[0]!, '--source', made.content)).toEqual(told);
    expect(await aggregate()).toEqual([3, { about: 'index', count: 1 }]);
    expect(await run('feedback', 'purge', ids[0]!, ids[1]!, '--source', made.content)).toEqual(told);
    expect(await aggregate()).toEqual([1]);
    const { code, err } = await run('feedback', 'hide', 'x', '--source', made.content);
    expect([code, err]).toEqual([1, 'Cannot find the submission "x": no submission has this id.\n']);
  });

  it('purge waits for a reader in another process, and names the remaining files when it does not end', async () => {
    const ids = await fill();
    const reader = await startReader(made.file);
    onTestFinished(() => void reader.kill());
    const said: string[] = [];
    const terminal = { ...silentTerminal, environment: environment(), err: (text: string) => said.push(text) };
    expect(await changeFeedback([ids[0]!], 'purge', {}, terminal, null, 300)).toBe(1);
    const follows =
      'The public counts will change at the next update: specify the site with --source to update them now.';
    expect(said).toEqual([
      'Another process is reading the store: waiting up to 1 s for it to finish.\n',
      `Removed from the store, but not yet from the disk. ${follows}\n`,
      `Cannot remove every copy: another process is reading the store, so "${made.file}" and "${made.file}-wal" may still contain the purged submissions. Run the command again once that process has ended.\n`,
    ]);
    expect(readFileSync(made.file).includes(CANARY)).toBe(true);
    said.length = 0;
    const waiting = changeFeedback([ids[1]!], 'purge', {}, terminal, null, 20_000);
    await expect.poll(() => said.length, { timeout: 15_000 }).toBe(1);
    reader.kill();
    expect(await waiting).toBe(0);
    expect(said).toEqual([
      'Another process is reading the store: waiting up to 20 s for it to finish.\n',
      `Done. ${follows}\n`,
    ]);
    const left = [made.file, `${made.file}-wal`].filter(
      (name) => existsSync(name) && readFileSync(name).includes(CANARY),
    );
    expect(left).toEqual([]);
  });

  it('without --source leaves the public counts of a site alone, whatever folder is near', async () => {
    const ids = await fill();
    const aggregate = async () => {
      const store = await openSqliteStore(made.file);
      const read = await store.readAggregate();
      await store.close();
      return read;
    };
    await run('rollup', made.content);
    const counted = await aggregate();
    expect(counted).toMatchObject({ total: 3, subjects: [{ about: 'index', count: 1 }] });
    // Tests run where there is a folder `site`, of which these submissions are not.
    expect(existsSync('site')).toBe(true);
    const follow =
      'Done. The public counts will change at the next update: specify the site with --source to update them now.\n';
    for (const change of ['hide', 'unhide', 'purge']) {
      expect(await run('feedback', change, ids[1]!)).toEqual({ code: 0, out: '', err: follow });
      expect(await aggregate()).toEqual(counted);
    }
    // The variable names the site of the store that another variable names, not of one named by an option.
    const named = { ...environment(), CATCHWORD_SOURCE: made.content };
    const other = { ...named, CATCHWORD_FEEDBACK: 'sqlite:./of-the-site.db' };
    const byOption = await runCommand(['feedback', 'purge', ids[2]!, '--feedback', `sqlite:${made.file}`], other);
    expect([byOption, await aggregate()]).toEqual([{ code: 0, out: '', err: follow }, counted]);
    const updated = `Done. The public counts were updated for "${made.content}".\n`;
    expect(await runCommand(['feedback', 'hide', ids[0]!], named)).toEqual({ code: 0, out: '', err: updated });
    expect(await aggregate()).toMatchObject({ total: 0, subjects: [] });
  });

  it('hide succeeds even when no site is named, or the named one cannot be opened', async () => {
    const ids = await fill();
    const missing = join(made.folder, 'missing');
    const { code, err } = await run('feedback', 'hide', ids[0]!, '--source', missing);
    expect([code, err]).toEqual([
      0,
      `Done. The public counts will change at the next update. Cannot open "${missing}": there is no such file or folder.\n`,
    ]);
    const said: string[] = [];
    const terminal = { ...silentTerminal, environment: environment(), err: (text: string) => said.push(text) };
    expect(await changeFeedback([ids[1]!], 'hide', {}, terminal, null)).toBe(0);
    expect(said).toEqual([
      'Done. The public counts will change at the next update: specify the site with --source to update them now.\n',
    ]);
    const store = await openSqliteStore(made.file);
    expect(await store.readAggregate()).toBeNull();
    expect(await store.list({ before: 10, limit: 10, countBudget: 10 })).toMatchObject({ total: 1 });
    await store.close();
  });

  it('backup writes a store that can be opened, and never overwrites a file', async () => {
    await fill();
    const copy = `${made.file}.copy`;
    expect((await run('feedback', 'backup', copy)).code).toBe(0);
    expect((await run('feedback', 'list', '--feedback', `sqlite:${copy}`)).out.trimEnd().split('\n')).toHaveLength(3);
    expect((await run('feedback', 'backup', copy)).err).toMatch(
      /^Cannot write ".*": it already exists\. Specify another file\.\n$/,
    );
    expect(await run('feedback', 'backup', join(made.folder, 'nowhere', 'copy.db'))).toEqual({
      code: 1,
      out: '',
      err: `Cannot write "${join(made.folder, 'nowhere', 'copy.db')}": the folder "${join(made.folder, 'nowhere')}" does not exist. Specify another file.\n`,
    });
  });

  it.each(['feedback.db', 'sqlite:', 'memory', 'mysql://user:s3cret@host/db'])(
    'ends with 2 for %j as the store',
    async (address) => {
      const err =
        'Cannot open the feedback store: its address must be memory:, sqlite:PATH or postgres://HOST/DATABASE.\n';
      for (const command of [['feedback', 'init'], ['feedback', 'list'], ['doctor'], ['rollup', made.content]]) {
        expect(await run(...command, '--feedback', address)).toEqual({ code: 2, out: '', err });
      }
      const served = await run('serve', made.content, '--port', '0', '--feedback', address);
      expect(served).toEqual({ code: 2, out: '', err: expect.stringContaining(err) });
    },
  );

  it('names the file that cannot be created', async () => {
    writeFileSync(made.file, '');
    const within = join(made.file, 'feedback.db');
    const err = `Cannot create the feedback store "${within}": part of its path is not a folder. Specify a writable path with --feedback sqlite:PATH.\n`;
    expect(await run('feedback', 'init', '--feedback', `sqlite:${within}`)).toEqual({ code: 1, out: '', err });
  });

  it('refuses a folder as a store', async () => {
    for (const command of [
      ['feedback', 'init'],
      ['feedback', 'list'],
      ['serve', made.content, '--port', '0'],
    ]) {
      const { code, out, err } = await run(...command, '--feedback', `sqlite:${made.folder}`);
      expect([code, out]).toEqual([1, '']);
      expect(err).toContain(`Cannot open the feedback store: "${made.folder}" is a folder. Specify a file.\n`);
    }
  });
});

describe('catchword doctor', () => {
  it('reports no fault in an intact store, and names an altered row', async () => {
    const ids = await fill();
    const examine = () => run('doctor', made.content, '--port', '0');
    const { code: intact, out: report } = await examine();
    expect(intact).toBe(0);
    expect(report).toMatch(/^ok +store +3 submissions, 0 altered, 0 structural errors$/m);
    const database = new DatabaseSync(made.file);
    database.exec("update catchword_submission set kind = 'other' where sequence = 2");
    database.close();
    const { code, out } = await examine();
    expect(code).toBe(1);
    expect(out).toMatch(/^failed +store +3 submissions, 1 altered, 0 structural errors$/m);
    expect(out).toMatch(new RegExp(`\naltered: row 2, "${ids[1]}"\n$`));
  });
});

describe('catchword serve with feedback', () => {
  const children: ChildProcess[] = [];
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
  });

  const start = (...args: string[]) => startIn(made.folder, environment(), ...args);

  async function startIn(cwd: string, variables: Readonly<Record<string, string>>, ...args: string[]) {
    const child = spawn(process.execPath, [program, 'serve', made.content, '--port', '0', ...args], {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...variables, CATCHWORD_CRON_SECRET: 'secret' },
    });
    children.push(child);
    let err = '';
    child.stderr.on('data', (text) => {
      err += text;
    });
    const [line] = await once(createInterface({ input: child.stdout }), 'line');
    return { child, url: JSON.parse(line).url as string, errors: () => err };
  }

  const submit = (url: string) =>
    fetch(`${url}/api/feedback`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': 'k' },
      body: JSON.stringify({ kind: 'broken', severity: 'high', message: `It fails. ${CANARY}` }),
    });

  it.each([['1'], ['2']])(
    'creates the store, accepts feedback with %s workers and has it recorded at the end',
    async (workers) => {
      const { child, url, errors } = await start('--workers', workers);
      const answers = await Promise.all(Array.from({ length: 8 }, () => submit(url)));
      expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(201));
      expect(await (await fetch(`${url}/api/feedback`)).json()).toMatchObject({ total: 1 });
      const headers = { Authorization: 'Bearer secret' };
      expect((await fetch(`${url}/api/cron/feedback-rollup`, { headers })).status).toBe(200);
      child.kill('SIGTERM');
      expect(await once(child, 'exit')).toEqual([143, null]);
      expect(errors()).toContain(`"msg":"Created a feedback store: ${made.file}"`);
      expect(errors()).not.toContain(CANARY);
      expect((await run('feedback', 'export')).out).toContain(CANARY);
    },
  );

  it.each([
    ['an empty file', () => writeFileSync(made.file, ''), []],
    ['a foreign file', () => writeFileSync(made.file, 'SQLite format 3\u0000, but no more'), []],
    ['the log of a store whose file is missing', () => writeFileSync(`${made.file}-wal`, 'x'), []],
    ['a missing file with --no-feedback-init', () => undefined, ['--no-feedback-init']],
  ])('refuses to start with %s', async (_, prepare, flags) => {
    prepare();
    const { code, out, err } = await run('serve', made.content, '--port', '0', ...flags);
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(/^Cannot open the feedback store: .*\.$/m);
  });

  /** Folders in which no store can be created, even by root. */
  const closedFolders: readonly [string, () => string, string][] = [
    ['below /proc', () => '/proc', 'its folder cannot be created'],
    [
      'with a file in place of its folder',
      () => {
        const closed = `${made.file}.closed`;
        mkdirSync(closed);
        writeFileSync(join(closed, 'data'), '');
        return closed;
      },
      'part of its path is not a folder',
    ],
  ];

  it.each(closedFolders)(
    'serves pages without feedback and says so when the default store cannot be created: %s',
    async (_, makeFolder, reason) => {
      for (const workers of ['1', '2']) {
        const { CATCHWORD_FEEDBACK: _, ...variables } = environment();
        const cwd = workers === '1' ? makeFolder() : '/proc';
        const { url, errors } = await startIn(cwd, variables, '--workers', workers);
        const expected = workers === '1' ? reason : 'its folder cannot be created';
        expect(
          errors()
            .trimEnd()
            .split('\n')
            .map((line) => JSON.parse(line).msg)
            .slice(1),
        ).toEqual([
          `Cannot create the feedback store "${join(cwd, 'data/feedback.db')}": ${expected}. Specify a writable path with --feedback sqlite:PATH. Pages are served without feedback, as with --feedback none.`,
          expect.stringMatching(/^Responses have no ETag, because /),
        ]);
        expect((await fetch(`${url}/api/pages/index`)).status).toBe(200);
        expect((await submit(url)).status).toBe(404);
        expect((await fetch(`${url}/api/feedback`)).status).toBe(404);
        expect((await fetch(`${url}/feedback`)).status).toBe(404);
      }
    },
  );

  it.each(closedFolders)(
    'refuses to start when a configured store cannot be created: %s',
    async (_, makeFolder, reason) => {
      const named = join(makeFolder(), 'data', 'feedback.db');
      const { code: exit, out, err } = await run('serve', made.content, '--port', '0', '--feedback', `sqlite:${named}`);
      expect([exit, out]).toEqual([1, '']);
      expect(err).toContain(
        `Cannot create the feedback store "${named}": ${reason}. Specify a writable path with --feedback sqlite:PATH.\n`,
      );
    },
  );

  it('stores no feedback with --feedback none', async () => {
    const { url } = await start('--feedback', 'none');
    expect((await submit(url)).status).toBe(404);
    expect(existsSync(made.file)).toBe(false);
  });

  it.each(['*', 'null', 'example.org', 'https://example.org/path', 'ftp://example.org', 'https://a.example,x'])(
    'lets no scripts of %j submit, for that is no origin',
    async (origins) => {
      const { code, out, err } = await run(
        'serve',
        made.content,
        '--feedback',
        'memory:',
        '--feedback-origins',
        origins,
      );
      expect([code, out]).toEqual([2, '']);
      expect(err).toMatch(
        /^Cannot accept feedback from ".*": expected an origin such as "https:\/\/example\.org"\.\n$/,
      );
    },
  );

  it('accepts submissions from scripts of an allowed origin in any spelling', async () => {
    const { url } = await start(
      '--feedback',
      'memory:',
      '--feedback-origins',
      'https://Other.example:443/, HTTP://b.example:80',
    );
    const allowed = async (origin: string) =>
      (await fetch(`${url}/api/feedback`, { method: 'POST', headers: { origin } })).headers.get(
        'access-control-allow-origin',
      );
    expect(await allowed('https://other.example')).toBe('https://other.example');
    expect(await allowed('http://b.example')).toBe('http://b.example');
    expect(await allowed('https://b.example')).toBe(null);
  });

  it('refuses a store in memory with several workers', async () => {
    const { code, err } = await run('serve', made.content, '--feedback', 'memory:', '--workers', '2');
    expect([code, err]).toEqual([
      2,
      expect.stringContaining(
        'Cannot start several workers with --feedback memory: they cannot share it. Specify another store, or use --workers 1.',
      ),
    ]);
  });
});

describe('misses_commands', () => {
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
        err: 'There is nothing to list: a search is listed once it has found nothing 5 times.\n',
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
        err: 'Cannot count misses: feedback is off. Specify a store with --feedback, or set countMisses to false.\n',
      });
    });
  });
});
