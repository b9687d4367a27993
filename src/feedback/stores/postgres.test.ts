import { createServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { describeFeedbackStore } from '../../../test/contracts/feedback_store.ts';
import { attemptOf, CANARY, spellings } from '../../../test/fixtures/feedback.ts';
import { hasPgbouncer, startPgbouncer } from '../../../test/fixtures/pgbouncer.ts';
import { missingPostgres, type Postgres, startPostgres } from '../../../test/fixtures/postgres.ts';
import { startTcpProxy } from '../../../test/fixtures/tcp_proxy.ts';
import type { FeedbackStore } from '../feedback_store.ts';
import { boundsFromNow, StoreRefused, StoreUnavailable } from '../store_limits.ts';
import { SCHEMA_VERSION } from './migrations.ts';
import { openPostgresStore } from './postgres.ts';

const missing = await missingPostgres();
if (missing !== null) test.skip(`PostgreSQL store: ${missing}`, () => undefined);

const all = { before: 1000, limit: 25, countBudget: 100 } as const;

describe.skipIf(missing !== null)('with a PostgreSQL server', () => {
  let server: Postgres;

  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server?.stop());

  describeFeedbackStore('PostgreSQL', {
    async makePlace() {
      const address = await server.createDatabase();
      return {
        open: () => openPostgresStore(address),
        lasts: true,
        queued: ['reads', 'submissions'],
        remove: async () => undefined,
      };
    },
  });

  describe('openPostgresStore', () => {
    let address: string;
    const opened: FeedbackStore[] = [];

    beforeEach(async () => {
      address = await server.createDatabase();
    });
    afterEach(async () => {
      for (const store of opened.splice(0)) await store.close();
    });

    async function open(at = address): Promise<FeedbackStore> {
      const store = await openPostgresStore(at);
      opened.push(store);
      return store;
    }

    async function execute(...statements: readonly string[]): Promise<readonly Record<string, unknown>[]> {
      const client = new pg.Client({ connectionString: address });
      await client.connect();
      let rows: readonly Record<string, unknown>[] = [];
      for (const statement of statements) rows = (await client.query(statement)).rows;
      await client.end();
      return rows;
    }

    test('lets several nodes that start at once make one schema', async () => {
      const nodes = await Promise.all(Array.from({ length: 6 }, () => open()));
      const secrets = await Promise.all(nodes.map((node) => node.cursorSecret()));
      expect(new Set(secrets.map((secret) => Buffer.from(secret).toString('hex'))).size).toBe(1);
      expect(await execute('select version from catchword_schema')).toEqual(
        Array.from({ length: SCHEMA_VERSION }, (_, at) => ({ version: String(at + 1) })),
      );
    });

    test('refuses the schema of a newer program, and a database that is not in UTF-8', async () => {
      await (await open()).close();
      await execute('insert into catchword_schema (version) values (99)');
      await expect(open()).rejects.toThrow(
        new StoreRefused(
          `Cannot open the feedback store: the database has schema version 99, but this program supports only up to version ${SCHEMA_VERSION}.`,
        ),
      );
      await execute("create database latin template template0 encoding 'LATIN1' locale 'C'");
      await expect(open(address.replace(/[^/]+$/, 'latin'))).rejects.toThrow(
        'the encoding of the database is not UTF8.',
      );
    });

    test.each([
      [
        'another password',
        (at: string) => at.replace(':password@', ':s3cret@'),
        'rejected the role or the password in its address',
      ],
      [
        'an unknown role',
        (at: string) => at.replace('//postgres:', '//s3cret:'),
        'rejected the role or the password in its address',
      ],
      [
        'an unknown database',
        (at: string) => at.replace(/[^/]+$/, 's3cret'),
        'the database named in its address does not exist',
      ],
    ])('refuses an address with %s, and does not repeat it', async (_, change, reason) => {
      const error = await open(change(address)).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(StoreRefused);
      expect(String(error)).toContain(reason);
      expect(String(error)).not.toContain('s3cret');
    });

    test('refuses a role that may not create its tables', async () => {
      await execute("create role plain login password 'password'");
      await expect(open(address.replace('//postgres:', '//plain:'))).rejects.toThrow(
        new StoreRefused('Cannot open the feedback store: the role in its address lacks the privileges it needs.'),
      );
      await execute('drop role plain');
    });

    test('is unavailable as failing when its role loses access later, and recovers', async () => {
      await execute("create role plain login password 'password'", 'grant create, usage on schema public to plain');
      const store = await open(address.replace('//postgres:', '//plain:'));
      await store.submit(attemptOf('a'));
      await execute(
        'alter role plain nologin',
        "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'plain'",
      );
      await expect.poll(() => store.submit(attemptOf('b')).catch(String)).toContain('it reported an error');
      await execute('alter role plain login');
      expect(await store.submit(attemptOf('b'))).toMatchObject({ outcome: 'recorded' });
      for (const each of opened.splice(0)) await each.close();
      await execute('drop owned by plain', 'drop role plain');
    });

    test('commits durably and reads what is committed, whatever the database has as its default', async () => {
      const store = await open();
      await execute(
        'create table seen (durability text, isolation text)',
        `create function see() returns trigger language plpgsql as $$ begin
          insert into seen values (current_setting('synchronous_commit'), current_setting('transaction_isolation'));
          return new; end $$`,
        'create trigger see after insert on catchword_submission for each row execute function see()',
        'alter role postgres set synchronous_commit = off',
        "alter role postgres set default_transaction_isolation = 'serializable'",
      );
      try {
        const node = await open();
        await Promise.all([store.submit(attemptOf('a')), node.submit(attemptOf('b'))]);
        expect(await execute('select distinct durability, isolation from seen')).toEqual([
          { durability: 'on', isolation: 'read committed' },
        ]);
      } finally {
        await execute('alter role postgres reset all');
      }
    });

    test('leaves nothing behind in a session, as a pooler gives the next transaction another one', async () => {
      const store = await open();
      await store.submit(attemptOf('k'));
      await store.rollUpAlone(async () => 'done');
      const count = '(select count(*) from pg_locks where locktype = $$advisory$$) as locks';
      expect(await execute(`select count(*) as prepared, ${count} from pg_prepared_statements`)).toEqual([
        { prepared: '0', locks: '0' },
      ]);
    });

    test.skipIf(!hasPgbouncer())('works through pgbouncer in transaction mode', async () => {
      const pooler = await startPgbouncer(server.port);
      try {
        const nodes = await Promise.all([1, 2, 3].map(() => open(pooler.through(address))));
        const outcomes = await Promise.all(
          Array.from({ length: 600 }, (_, index) => nodes[index % 3]!.submit(attemptOf(`k${index % 20}`))),
        );
        expect(outcomes.filter(({ outcome }) => outcome === 'recorded')).toHaveLength(20);
        expect(outcomes.filter(({ outcome }) => outcome === 'replayed')).toHaveLength(580);
        expect(await nodes[0]!.rollUpAlone(() => nodes[1]!.rollUpAlone(async () => 'second'))).toBeNull();
        expect(await nodes[1]!.list(all)).toMatchObject({ total: 20 });
      } finally {
        for (const node of opened.splice(0)) await node.close();
        await pooler.stop();
      }
    });

    test('names the rows that were altered by other means', async () => {
      const store = await open();
      for (const key of ['a', 'b', 'c']) await store.submit(attemptOf(key));
      await execute("update catchword_submission set message = 'other'::bytea where sequence = 2");
      expect((await store.exportRows(0, 10)).map(({ intact }) => intact)).toEqual([true, false, true]);
    });

    test('is unavailable while the server is down, without text of the server, and recovers', async () => {
      const store = await open();
      await store.submit(attemptOf('before'));
      await server.halt();
      const failures = await Promise.allSettled([store.submit(attemptOf('k')), store.list(all), store.checkHealth()]);
      for (const failure of failures) {
        expect(failure).toEqual({ status: 'rejected', reason: new StoreUnavailable('unreachable') });
        expect(failure).not.toHaveProperty('reason.cause');
      }
      const late = await open();
      await expect(late.submit(attemptOf('k'))).rejects.toThrow(StoreUnavailable);
      await server.start();
      expect(await store.submit(attemptOf('k'))).toMatchObject({ outcome: 'recorded' });
      expect(await late.submit(attemptOf('k'))).toMatchObject({ outcome: 'replayed' });
      expect(await late.submit(attemptOf('before'))).toMatchObject({ outcome: 'replayed' });
    });

    test('acknowledges nothing that is lost and keeps no key for what failed, while its sessions are killed', async () => {
      const store = await open();
      const acknowledged: string[] = [];
      for (let round = 0; round < 15; round++) {
        const crowd = Array.from({ length: 20 }, async (_, index) => {
          const key = `${round} ${index}`;
          await store.submit(attemptOf(key)).then(
            () => acknowledged.push(key),
            (error: unknown) => expect(error).toBeInstanceOf(StoreUnavailable),
          );
        });
        await execute('select pg_terminate_backend(pid) from pg_stat_activity where application_name = $$catchword$$');
        await Promise.all(crowd);
      }
      for (const key of acknowledged) expect(await store.submit(attemptOf(key))).toMatchObject({ outcome: 'replayed' });
      for (let round = 0; round < 15; round++) {
        await Promise.all(Array.from({ length: 20 }, (_, index) => store.submit(attemptOf(`${round} ${index}`))));
      }
      expect(await store.list({ ...all, countBudget: 1000 })).toMatchObject({ total: 300 });
    });

    test('writes no message to the log of the server after any failure', async () => {
      const store = await open();
      await store.submit(attemptOf('k'));
      await store.submit(attemptOf('k', { message: `other ${CANARY}` }));
      await execute('alter table catchword_submission rename column checksum to renamed');
      await expect(store.submit(attemptOf('k2'))).rejects.toThrow(new StoreUnavailable('failing'));
      await execute('alter table catchword_submission rename column renamed to checksum');
      await execute('alter table catchword_submission add constraint never check (sequence < 0) not valid');
      const error = await store.submit(attemptOf('k3')).catch((reason: unknown) => reason as Error);
      expect(`${String(error)} ${JSON.stringify(error)}`).not.toContain(CANARY);
      await execute('alter table catchword_submission drop constraint never');
      expect(await store.submit(attemptOf('k3'))).toMatchObject({ outcome: 'recorded' });
      expect(server.log()).toContain('violates check constraint');
      for (const spelling of spellings) expect(server.log()).not.toContain(spelling);
    });

    test.each([
      ['that may say so', 'grant set on parameter log_parameter_max_length, log_error_verbosity to plain'],
      ['for which it was said', 'alter role plain set log_parameter_max_length = 0'],
    ])('writes no message to the log of a server that logs every statement, with a role %s', async (_, how) => {
      await execute(
        "create role plain login password 'password'",
        'grant create, usage on schema public to plain',
        "alter role plain set log_statement = 'all'",
        how,
      );
      try {
        const before = server.log().length;
        const store = await open(address.replace('//postgres:', '//plain:'));
        await store.submit(attemptOf('k'));
        await store.exportRows(0, 10);
        const said = server.log().slice(before);
        expect(['insert into catchword_submission', ...spellings].map((text) => said.includes(text))).toEqual([
          true,
          ...spellings.map(() => false),
        ]);
      } finally {
        for (const store of opened.splice(0)) await store.close();
        await execute('drop owned by plain', 'drop role plain');
      }
    });

    test.each([
      ['is no superuser', 'select'],
      ['was granted what is logged', 'grant set on parameter log_parameter_max_length, log_error_verbosity to plain'],
    ])('works for a role that %s', async (_, grant) => {
      await execute(
        "create role plain login password 'password'",
        'grant create, usage on schema public to plain',
        grant,
      );
      try {
        const store = await open(address.replace('//postgres:', '//plain:'));
        expect(await store.submit(attemptOf('k'))).toMatchObject({ outcome: 'recorded' });
        expect(await store.list(all)).toMatchObject({ total: 1 });
      } finally {
        for (const store of opened.splice(0)) await store.close();
        await execute('drop owned by plain', 'drop role plain');
      }
    });

    test('reuses no connection that was made before another one became unresponsive', async () => {
      const proxy = await startTcpProxy(server.port);
      const store = await open(proxy.through(address));
      await Promise.all(Array.from({ length: 3 }, () => store.find('none')));
      expect(proxy.open()).toBe(3);
      proxy.fallSilent();
      await expect(store.submit(attemptOf('k'))).rejects.toThrow(new StoreUnavailable('unreachable'));
      proxy.recover();
      expect(await store.submit(attemptOf('k'))).toMatchObject({ outcome: 'recorded' });
      await expect.poll(() => proxy.open()).toBe(1);
      await store.close();
      await proxy.stop();
    });

    test('records other submissions beside a lost connection that holds a key, and frees the key within seconds', async () => {
      const proxy = await startTcpProxy(server.port);
      const store = await open(proxy.through(address));
      proxy.forgetAt('insert into catchword_submission', true);
      await expect(store.submit(attemptOf('k'))).rejects.toThrow(new StoreUnavailable('unreachable'));
      proxy.forgetAt(null);
      const [held, other] = await Promise.allSettled([
        store.submit(attemptOf('k'), boundsFromNow(200)),
        store.submit(attemptOf('other')),
      ]);
      expect(held).toMatchObject({ reason: new StoreUnavailable('late') });
      expect(other).toMatchObject({ value: { outcome: 'recorded' } });
      expect(await store.submit(attemptOf('k'))).toMatchObject({ outcome: 'recorded' });
      await proxy.stop();
    });

    test('keeps the lock of a long roll-up by statements in between', async () => {
      const store = await open();
      const idle = await store.rollUpAlone(async () => {
        await delay(3_500);
        return execute(`select query from pg_stat_activity
          where datname = current_database() and application_name = 'catchword' and state = 'idle in transaction'`);
      });
      expect(idle).toEqual([{ query: 'select 1' }]);
    });

    test('answers 64 reads at once, the first connections among them', async () => {
      const writer = await open();
      for (const key of ['a', 'b', 'c']) await writer.submit(attemptOf(key));
      const store = await open();
      const lists = await Promise.all(Array.from({ length: 64 }, () => store.list(all)));
      expect(new Set(lists.map(({ total, rows }) => `${total} ${rows.length}`))).toEqual(new Set(['3 3']));
    });

    test('makes the server cancel a statement past its deadline, and keeps the connection', async () => {
      const proxy = await startTcpProxy(server.port);
      const store = await open(proxy.through(address));
      const locker = new pg.Client({ connectionString: address });
      await locker.connect();
      await locker.query('begin; lock table catchword_submission in access exclusive mode');
      const late = new StoreUnavailable('late');
      await expect(store.list(all, boundsFromNow(200))).rejects.toThrow(late);
      await expect(store.submit(attemptOf('k'), boundsFromNow(200))).rejects.toThrow(late);
      const running = "select 1 from pg_stat_activity where application_name = 'catchword' and state <> 'idle'";
      await expect.poll(() => execute(running)).toEqual([]);
      const before = proxy.open();
      await locker.end();
      expect(await store.list(all)).toMatchObject({ total: 0 });
      expect(await store.submit(attemptOf('k'))).toMatchObject({ outcome: 'recorded' });
      expect(proxy.open()).toBe(before);
      await store.close();
      await proxy.stop();
    });

    test('gives up a roll-up when the server does not answer', async () => {
      const proxy = await startTcpProxy(server.port);
      const store = await open(proxy.through(address));
      const rolledUp = store.rollUpAlone(async () => proxy.fallSilent());
      await expect(rolledUp).rejects.toThrow(new StoreUnavailable('unreachable'));
      proxy.recover();
      await expect.poll(() => store.rollUpAlone(async () => 'done')).toBe('done');
      await store.close();
      await proxy.stop();
    });
  });
});

describe.skipIf(missing !== null)('openPostgresStore', () => {
  test('refuses a server that would lose writes', async () => {
    const server = await startPostgres(['-c', 'fsync=off']);
    try {
      const address = await server.createDatabase();
      await expect(openPostgresStore(address)).rejects.toThrow(
        new StoreRefused('Cannot open the feedback store: the database has fsync = off and could lose writes.'),
      );
    } finally {
      await server.stop();
    }
  });
});

test.each([
  'postgres://user:s3cret@host:port/database',
  'postgres://user:s3cret@127.0.0.1:99999/database',
  'postgres://[::1:s3cret/database',
])('a PostgreSQL store refuses the address %s without repeating it', async (address) => {
  await expect(openPostgresStore(address)).rejects.toThrow(
    new StoreRefused(
      'Cannot open the feedback store: its address is not valid. Use the form postgres://user:password@host:port/database.',
    ),
  );
});

test('a PostgreSQL store names a missing file of its address', async () => {
  await expect(openPostgresStore('postgres://127.0.0.1/database?sslrootcert=/nonexistent/root.crt')).rejects.toThrow(
    new StoreRefused(
      'Cannot open the feedback store: the file "/nonexistent/root.crt" named in its address cannot be read.',
    ),
  );
});

test('a PostgreSQL store gives up on a server that accepts connections and never answers', async () => {
  const sockets: Socket[] = [];
  const silent = createServer((socket) => sockets.push(socket));
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as { port: number };
  const store = await openPostgresStore(`postgres://postgres@127.0.0.1:${port}/feedback`);
  const attempts = await Promise.allSettled(
    Array.from({ length: 50 }, (_, index) => store.submit(attemptOf(`${index}`))),
  );
  expect(new Set(attempts.map(({ status }) => status))).toEqual(new Set(['rejected']));
  await store.close();
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => silent.close(resolve));
});
