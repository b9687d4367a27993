import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { attemptOf } from '../../../test/fixtures/feedback.ts';
import { openSqliteStore } from '../../feedback/stores/sqlite.ts';
import { watchFeedback } from './feedback_commands.ts';

const folder = mkdtempSync(join(tmpdir(), 'catchword-watch-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('catchword feedback watch', () => {
  it.each([false, true])(
    'prints what is submitted from now on, each once, until it is interrupted (JSON: %s)',
    async (json) => {
      const address = `sqlite:${join(folder, String(json))}.db`;
      const store = await openSqliteStore(address.slice('sqlite:'.length), { create: true });
      await store.submit(attemptOf('before', { message: 'old' }));
      const said: string[] = [];
      const told: string[] = [];
      const terminal = {
        environment: {},
        out: (data: string | Uint8Array) => void said.push(String(data)),
        err: (text: string) => void told.push(text),
        outIsTerminal: true,
        errIsTerminal: true,
      };
      const { promise: ended, resolve: end } = Promise.withResolvers<number>();
      const watching = watchFeedback({ feedback: address, json }, terminal, ended, 10);
      await expect.poll(() => told).toEqual(['Waiting for submissions (Ctrl+C to stop).\n']);
      const messages = ['first', 'second\u001b[2J', 'third'];
      for (const message of messages) await store.submit(attemptOf(message, { message }));
      await expect.poll(() => said.length).toBe(3);
      await new Promise((resolve) => setTimeout(resolve, 100));
      end(130);
      expect(await watching).toBe(130);
      expect(said).toHaveLength(3);
      if (json) expect(said.map((line) => JSON.parse(line).message)).toEqual(messages);
      else expect(said.join('')).toMatch(/first\n.*second\\u\{1b\}\[2J\n.*third\n$/s);
      await store.close();
    },
  );
});
