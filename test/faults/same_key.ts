/**
 * Many clients submit every key at once, spread over several nodes of one store, SQLite and PostgreSQL. Each must be
 * answered 201 with the same bytes for a key, and there must be one row per key.
 * same_key.ts [--keys N] [--concurrent N] [--nodes N] [--together KEYS]
 */
import { gatherCrowd } from './crowd.ts';
import { startSharedStores } from './shared_stores.ts';
import { submissionOf } from './submitters.ts';
import { conclude, option } from './verdict.ts';

const keys = option('keys', 100);
const concurrent = option('concurrent', 100);
/** Keys that are submitted at the same time. */
const together = option('together', 4);

const faults: string[] = [];
const told: string[] = [];
for await (const { name, nodes, open, end } of startSharedStores(option('nodes', 3))) {
  const ports = nodes.map(({ port }) => port);
  let confirmed = 0;
  const began = performance.now();
  await Promise.all(
    Array.from({ length: together }, async (_, lane) => {
      const crowd = await gatherCrowd(ports, concurrent);
      for (let number = lane; number < keys; number += together) {
        const answers = await crowd.ask(() => submissionOf(`key${number}`, `key${number}`));
        confirmed += answers.filter(({ status }) => status === 201).length;
        const bodies = new Set(answers.map(({ status, body }) => `${status} ${body}`));
        if (bodies.size !== 1) faults.push(`${name}, key${number}: ${[...bodies].join(' and ')}`);
        const first = answers.filter(({ head }) => !/^idempotency-replayed: true$/im.test(head)).length;
        if (first !== 1) faults.push(`${name}, key${number}: ${first} answers of a first submission`);
      }
      crowd.leave();
    }),
  );
  const took = performance.now() - began;
  const store = await open();
  const rows = (await store.exportRows(0, keys + 1)).length;
  await store.close();
  faults.push(...(await end()).map((line) => `${name}: ${line}`));
  if (rows !== keys) faults.push(`${name}: ${rows} rows`);
  if (confirmed !== keys * concurrent) faults.push(`${name}: ${confirmed} confirmed`);
  told.push(`${name} ${rows} rows and ${confirmed} confirmations in ${Math.round(took)} ms`);
}
conclude(told.join(', '), faults);
