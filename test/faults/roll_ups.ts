/**
 * Rolls up the feedback while submissions arrive: many runs at once in several processes, runs that are killed midway,
 * and clocks that jump by a day or show the hour that occurs twice when clocks are set back. The aggregate must always be
 * that of the archive at some moment. A run that nothing disturbs must give that of the moment, and the same when it is
 * repeated. The list must follow the order of arrival, whatever the clock said.
 * roll_ups.ts [--overlaps N] [--kills N]
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { NEWEST } from '../../src/feedback/feedback_store.ts';
import type { Aggregate } from '../../src/feedback/public_feedback.ts';
import { rollUp } from '../../src/feedback/roll_up.ts';
import { openSqliteStore } from '../../src/feedback/stores/sqlite.ts';
import { KINDS, SEVERITIES } from '../../src/feedback/submission.ts';
import { attemptOf, NOW } from '../fixtures/feedback.ts';
import { bakeSite, temporaryFolder } from './baked_site.ts';
import { get, openConnection } from './http_client.ts';
import { startServe } from './serve_process.ts';
import { conclude, option } from './verdict.ts';

const overlaps = option('overlaps', 20);
const kills = option('kills', 12);
const program = fileURLToPath(new URL('../../bin/catchword', import.meta.url));
const DAY = 86_400_000;
/** The hour before and after the clocks of Central Europe were set back. */
const TWICE = Date.UTC(2026, 9, 25, 0, 30);
const moments = [NOW, NOW - DAY, NOW + DAY, TWICE, TWICE + DAY / 24, 0, NOW];

const folder = temporaryFolder();
const artefact = bakeSite(folder, 'abc123');
const file = join(folder, 'feedback.db');
const store = await openSqliteStore(file, { create: true });
const faults: string[] = [];
const ids: string[] = [];
while (ids.length < 5_000) await submitMany(200);

let writing = true;
const writer = (async () => {
  while (writing) {
    await submitMany(5);
    await sleep(20);
  }
})();
const seen = { aggregates: 0, different: new Set<number>(), killed: 0 };
let reading = true;
const reader = (async () => {
  while (reading) {
    check(await store.readAggregate(), 'while they ran');
    await sleep(2);
  }
})();

await overlap();
const undisturbed = await timeCommand();
for (let run = 0; seen.killed < kills && run < 4 * kills; run++) await killMidway(run);
if (seen.killed < kills) faults.push(`${seen.killed} runs were killed, and the others ended before`);
writing = false;
await writer;
reading = false;
await reader;
await expectSettled();
await expectOrder();
await store.close();
conclude(
  `${overlaps} runs at once, ${seen.killed} killed midway, ${ids.length} submissions, ${seen.aggregates} looks at ` +
    `${seen.different.size} aggregates`,
  faults,
);

async function submitMany(count: number): Promise<void> {
  const attempts = Array.from({ length: count }, (_, at) =>
    attemptOf(`k${ids.length + at}`, membersOf(ids.length + at)),
  );
  const outcomes = await store.submitAll(attempts);
  for (const each of outcomes) if (each.outcome === 'recorded') ids.push(each.row.id);
}

/** The submission at a position of the archive. They differ, so that the archive has a different aggregate at each moment. */
function membersOf(place: number) {
  return {
    kind: KINDS[place % KINDS.length]!,
    severity: SEVERITIES[place % SEVERITIES.length]!,
    about: place % 7 === 0 ? 'index' : null,
  };
}

/** Starts runs at once: through the scheduler's address of two threads, and with the command. */
async function overlap(): Promise<void> {
  process.env.CATCHWORD_CRON_SECRET = 'secret';
  const server = await startServe([artefact, '--feedback', `sqlite:${file}`, '--workers', '2']);
  const scheduled = Array.from({ length: overlaps - 2 }, async () => {
    const { socket, ask } = await openConnection(server.port);
    const { status, body } = await ask(get('/api/cron/feedback-rollup', 'Authorization: Bearer secret\r\n'));
    socket.destroy();
    if (status !== 200) faults.push(`the scheduler was answered ${status} ${body}`);
  });
  const commands = [startCommand(), startCommand()].map(async (child) => {
    const [code] = await once(child, 'exit');
    if (code !== 0) faults.push(`rollup ended with ${code}`);
  });
  await Promise.all([...scheduled, ...commands]);
  await server.end();
}

/** Duration of a run that is not killed, in milliseconds. */
async function timeCommand(): Promise<number> {
  const started = performance.now();
  await once(startCommand(), 'exit');
  return performance.now() - started;
}

async function killMidway(run: number): Promise<void> {
  const child = startCommand();
  const ended = once(child, 'exit');
  // Much of the time passes before a run begins to count; some runs have ended by then.
  await sleep(undisturbed * (0.4 + ((run * 37) % 60) / 100));
  child.kill('SIGKILL');
  const [code] = await ended;
  seen.killed += Number(code === null);
}

function startCommand() {
  return spawn(process.execPath, [program, 'rollup', artefact, '--feedback', `sqlite:${file}`], { stdio: 'ignore' });
}

/** An aggregate is that of some moment if it is the aggregate of the N oldest submissions, for some N. */
function check(aggregate: Aggregate | null, when: string): void {
  if (aggregate === null) return;
  seen.aggregates++;
  seen.different.add(aggregate.total);
  const { total, byKind, bySeverity, subjects } = aggregate;
  const count = (step: number, first: number) => Math.max(0, Math.ceil((total - first) / step));
  const about = count(7, 0);
  const expected = {
    total,
    byKind: Object.fromEntries(KINDS.map((kind, at) => [kind, count(KINDS.length, at)])),
    bySeverity: Object.fromEntries(SEVERITIES.map((severity, at) => [severity, count(SEVERITIES.length, at)])),
    subjects: about === 0 ? [] : [{ about: 'index', count: about }],
  };
  const given = JSON.stringify({ total, byKind, bySeverity, subjects });
  if (given !== JSON.stringify(expected)) faults.push(`${when}: ${given} matches no moment`);
  if (total > ids.length + 5) faults.push(`${when}: ${total} were counted of ${ids.length}`);
}

async function expectSettled(): Promise<void> {
  for (const moment of moments) {
    const publicAbout = (about: string | null) => about;
    const [first, second] = [0, 1].map(() => () => rollUp({ store, publicAbout, now: () => moment, batch: 500 }));
    const once = await first!();
    const twice = await second!();
    check(once, `at ${moment}`);
    if (once?.total !== ids.length) faults.push(`at ${moment}: ${once?.total} of ${ids.length} were counted`);
    if (JSON.stringify(once) !== JSON.stringify(twice)) faults.push(`at ${moment}: two runs differ`);
    if (JSON.stringify(await store.readAggregate()) !== JSON.stringify(twice))
      faults.push('the stored aggregate differs from that of the run');
  }
}

async function expectOrder(): Promise<void> {
  const jumped: string[] = [];
  for (const [at, moment] of moments.entries()) {
    const outcome = await store.submit(attemptOf(`jump ${at}`, {}, moment));
    if (outcome.outcome === 'recorded') jumped.push(outcome.row.id);
  }
  const { rows } = await store.list({ before: NEWEST, limit: moments.length, countBudget: 1 });
  const listed = rows.map(({ id }) => id).reverse();
  if (listed.join() !== jumped.join()) faults.push('the list does not follow the order of arrival');
}
