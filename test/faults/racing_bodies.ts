/**
 * Two submissions race for each key on several nodes of one store, SQLite and PostgreSQL. One must win: the clients that
 * sent it are all answered 201 with the same bytes, the others 409, and the row is the winner's.
 * racing_bodies.ts [--rounds N] [--clients N] [--nodes N] [--together ROUNDS]
 */
import { everyRow } from './acknowledged.ts';
import { gatherCrowd } from './crowd.ts';
import { startSharedStores } from './shared_stores.ts';
import { submissionOf } from './submitters.ts';
import { conclude, option } from './verdict.ts';

const rounds = option('rounds', 400);
const clients = option('clients', 6);
/** Rounds that run at the same time. */
const together = option('together', 4);

const faults: string[] = [];
const told: string[] = [];
for await (const { name, nodes, open, end } of startSharedStores(option('nodes', 3))) {
  const ports = nodes.map(({ port }) => port);
  /** The message that won, by the id of the submission. */
  const winners = new Map<string, string>();
  await Promise.all(
    Array.from({ length: together }, async (_, lane) => {
      const crowd = await gatherCrowd(ports, clients);
      for (let round = lane; round < rounds; round += together) {
        // Each node gets both messages, and neither always comes first.
        const isOdd = (member: number) =>
          (Math.floor(member / ports.length) + (member % ports.length) + round) % 2 === 1;
        const messageOf = (member: number) => `${round} ${isOdd(member) ? 'odd' : 'even'}`;
        const answers = await crowd.ask((member) => submissionOf(`race${round}`, messageOf(member)));
        const won = new Set(answers.flatMap(({ status }, member) => (status === 201 ? [messageOf(member)] : [])));
        const bodies = new Set(answers.flatMap(({ status, body }) => (status === 201 ? [body] : [])));
        const [message, body] = [[...won][0], [...bodies][0]];
        const others = answers.filter((_, member) => messageOf(member) !== message);
        if (message === undefined || body === undefined || won.size !== 1 || bodies.size !== 1) {
          faults.push(`${name}, round ${round}: ${won.size} winners in ${bodies.size} bodies`);
        } else winners.set((JSON.parse(body) as { readonly id: string }).id, message);
        for (const { status, body } of others) {
          if (status !== 409 || !body.includes('conflicting-idempotency-key')) {
            faults.push(`${name}, round ${round}: ${status} ${body}`);
          }
        }
      }
      crowd.leave();
    }),
  );
  const store = await open();
  let rows = 0;
  for await (const { id, message } of everyRow(store)) {
    rows++;
    if (winners.get(id) !== message) faults.push(`${name}: a row of "${message}", where "${winners.get(id)}" won`);
  }
  await store.close();
  faults.push(...(await end()).map((line) => `${name}: ${line}`));
  if (rows !== rounds) faults.push(`${name}: ${rows} rows`);
  const even = [...winners.values()].filter((message) => message.endsWith('even')).length;
  told.push(`${name} ${rows} rounds, of which even won ${even}`);
}
conclude(told.join(', '), faults);
