import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { searchSettings } from './search_settings.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'catchword-search-'));
  writeFileSync(join(folder, 'password'), 's3cret\n');
  writeFileSync(join(folder, 'ca.pem'), 'PEM');
});
afterAll(() => rmSync(folder, { recursive: true }));

const plain = { user: null, password: null, authorities: null, alias: 'catchword' };

describe('searchSettings', () => {
  test('is null when no cluster is named', () => {
    expect(searchSettings({}, {})).toBeNull();
    expect(searchSettings({}, { CATCHWORD_SEARCH: '' })).toBeNull();
  });

  test('reads the hosts, the user and the name of the alias', () => {
    expect(searchSettings({ search: 'http://127.0.0.1:9200' }, {})).toEqual({
      ...plain,
      nodes: ['http://127.0.0.1:9200'],
    });
    const environment = { CATCHWORD_SEARCH_PASSWORD: 's3cret' };
    expect(searchSettings({ search: 'https://the%20reader@a:9200,b.example:9201/docs-v2' }, environment)).toEqual({
      ...{ nodes: ['https://a:9200', 'https://b.example:9201'], user: 'the reader', password: 's3cret' },
      ...{ authorities: null, alias: 'docs-v2' },
    });
  });

  test('prefers the flag to the environment, and the environment to the configuration', () => {
    const [flag, variable, configured] = ['http://flag:1', 'http://variable:2', 'http://configured:3'];
    const nodes = (...args: Parameters<typeof searchSettings>) => searchSettings(...args)?.nodes;
    expect(nodes({ search: flag }, { CATCHWORD_SEARCH: variable }, configured)).toEqual([flag]);
    expect(nodes({}, { CATCHWORD_SEARCH: variable }, configured)).toEqual([variable]);
    expect(nodes({}, {}, configured)).toEqual([configured]);
  });

  test('reads the password and the authorities from files', () => {
    const flags = { search: 'https://reader@host:9200', searchCa: join(folder, 'ca.pem') };
    const environment = { CATCHWORD_SEARCH_PASSWORD_FILE: join(folder, 'password') };
    expect(searchSettings(flags, environment)).toMatchObject({ password: 's3cret', authorities: 'PEM' });
  });

  test.each([
    ['a password in the address', 'https://reader:s3cret@host:9200', 'it has a password'],
    ['no scheme', 's3cret@host:9200', 'use the form'],
    ['another scheme', 'ftp://s3cret@host', 'use the form'],
    ['a query', 'http://host/name?s3cret', 'use the form'],
    ['a port that is none', 'http://host:s3cret', 'use the form'],
    ['two segments', 'http://host/a/s3cret', 'use the form'],
    ['a name that no index may have', 'http://host/S3cret', 'the name after the host'],
    ['a user without a password', 'https://s3cret@host:9200', 'no password is set. Set CATCHWORD_SEARCH_PASSWORD'],
  ])('refuses %s, and does not repeat it', (_, search, reason) => {
    const refusal = (() => {
      try {
        return searchSettings({ search }, {});
      } catch (error) {
        return error;
      }
    })();
    expect(refusal).toMatchObject({ exitCode: 2, message: expect.stringContaining(reason) as string });
    expect(String(refusal)).not.toMatch(/s3cret/i);
  });

  test('names a file that cannot be read', () => {
    const flags = { search: 'https://reader@host:9200' };
    const CATCHWORD_SEARCH_PASSWORD_FILE = join(folder, 'none');
    expect(() => searchSettings(flags, { CATCHWORD_SEARCH_PASSWORD_FILE })).toThrow(
      `Cannot read the cluster's password from "${CATCHWORD_SEARCH_PASSWORD_FILE}": there is no such file or folder.`,
    );
  });
});
