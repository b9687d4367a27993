import { test } from 'vitest';
import { describeFeedbackStore } from '../../../test/contracts/feedback_store.ts';
import { missingPostgres, type Postgres, startPostgres } from '../../../test/fixtures/postgres.ts';
import { openPostgresStore } from './postgres.ts';

const missing = await missingPostgres();

if (missing !== null) {
  test.skip(`PostgreSQL store: ${missing}`, () => undefined);
} else {
  let server: Postgres;
  describeFeedbackStore('PostgreSQL', {
    async before() {
      server = await startPostgres();
    },
    async makePlace() {
      const address = await server.createDatabase();
      return { open: () => openPostgresStore(address), lasts: true, remove: async () => undefined };
    },
    after: () => server.stop(),
  });
}
