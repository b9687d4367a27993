import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeFeedbackStore } from '../../../test/contracts/feedback_store.ts';
import { openSqliteStore } from './sqlite.ts';

describeFeedbackStore('SQLite', {
  async makePlace() {
    const folder = mkdtempSync(join(tmpdir(), 'catchword-feedback-'));
    return {
      open: () => openSqliteStore(join(folder, 'feedback.db'), { create: true }),
      lasts: true,
      remove: async () => rmSync(folder, { recursive: true }),
    };
  },
});
